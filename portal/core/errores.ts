import type { Espera } from './sesiones.ts';

// Why the registry did not do what it was asked, and how that is told.

/** Replaces the registry's one English sentence, for a user without the role, or without any agency where clerks write. */
export const FORBIDDEN =
  'Su cuenta no tiene permiso para esto, o dejó de tenerlo. Si le corresponde, pídalo a un administrador.';

/** The registry's refusal in its own sentences. People are shown them with the labels of the fields that they name. */
export class RegistryError extends Error {
  readonly status: number;
  /** One for each failure, as the registry says it: it begins with the name of its field. */
  readonly sentences: string[];
  /** The same with the labels of the fields, in the same order. */
  readonly labelledSentences: string[];
  /** The request's id in the registry's log. */
  readonly requestId: string | null;
  /** Seconds after which it may be tried again, where the registry said so. */
  readonly retryAfter: number | null;

  private constructor(answer: Response, body: unknown, inWords: (sentence: string) => string) {
    const { message } = (body ?? {}) as { message?: string | string[] };
    const sentences = [message ?? `El registro respondió ${answer.status}.`]
      .flat()
      .map((sentence) => (sentence === 'Forbidden resource' ? FORBIDDEN : sentence));
    const labelledSentences = sentences.map(inWords);
    super(labelledSentences.join(' '));
    this.status = answer.status;
    this.sentences = sentences;
    this.labelledSentences = labelledSentences;
    this.requestId = answer.headers.get('x-request-id');
    this.retryAfter = Number(answer.headers.get('retry-after')) || null;
  }

  /** The refusal that an answer is. The labels are fetched with the first one, since a visit without needs none. */
  static async of(answer: Response, body: unknown): Promise<RegistryError> {
    const { inWords } = await import('./campos.ts').catch(() => ({ inWords: String }));
    return new RegistryError(answer, body, inWords);
  }
}

/** No answer came: there is no network, or the registry is not running. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('No hubo respuesta del registro. Revise su conexión e inténtelo de nuevo.', { cause });
  }
}

/** The session ended, and the person did not sign in again; or the account was deactivated. */
export class NoSession extends Error {
  constructor(why: Espera) {
    super(
      why === 'desactivada'
        ? 'Su cuenta fue desactivada.'
        : 'Su sesión terminó. Entre de nuevo para continuar.',
    );
  }
}

/** Rethrows what kept a body from being read: one that was cut on its way, or is not the registry's, is no answer. */
export const rethrowBody = (error: unknown): never => {
  throw error instanceof TypeError || error instanceof SyntaxError
    ? new NoConnection(error)
    : error;
};

/** The sentences that tell a failure to a person, whatever it was. */
export function sentencesOf(error: unknown): string[] {
  if (error instanceof RegistryError) return [...new Set(error.labelledSentences)];
  if (error instanceof NoConnection || error instanceof NoSession) return [error.message];
  return ['Ocurrió un error inesperado en esta página. Vuelva a cargarla e inténtelo de nuevo.'];
}
