import { storedSession } from './guardada.ts';
import { CAMPOS_DE_PARTES } from './obras/campos-de-filas.ts';
import { firstQuestions, questionOf } from './primeras.ts';

// What the first page of a visit begins with is asked for beside the entry: this module and those that it loads are a part of
// their own, which the shells of the first pages run as soon as it is there. The page then takes the answers as its own.

/** Milliseconds for which an answer is as good as a new one: as long as the page itself goes by what it has read. */
export const FRESH = 30_000;

interface Adelantada {
  token: string | undefined;
  at: number;
  answer: Promise<Response>;
}
const asked = new Map<string, Adelantada>();

function askAhead(path: string): Promise<Response> {
  const token = storedSession()?.token;
  const answer = fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  // The page that takes it says what went wrong.
  answer.catch(() => {});
  asked.set(questionOf(new URL(path, location.origin)), { token, at: Date.now(), answer });
  return answer;
}

/** The answer to a read that was asked ahead with the same session; undefined where it has to be asked. It is taken once. */
export function answerAhead({ method, url }: Request, token: string | undefined) {
  // After a write, what was read may be old.
  if (!['GET', 'HEAD'].includes(method)) asked.clear();
  const question = questionOf(new URL(url));
  const found = asked.get(question);
  asked.delete(question);
  return found?.token === token && found && Date.now() - found.at < FRESH
    ? found.answer
    : undefined;
}

async function askFirst(): Promise<void> {
  const user = storedSession()?.user;
  const settings = askAhead('/portal/ajustes.json');
  // With a provisional password nothing else is answered.
  if (user?.mustChangePassword) return;
  if (!user) {
    const { lecturaPublica } = await (await settings).clone().json();
    if (!lecturaPublica) return;
  }
  const reader = { hasSession: user !== undefined, isAdmin: user?.roles === 'admin' };
  for (const path of firstQuestions(new URL(location.href), reader, CAMPOS_DE_PARTES)) {
    void askAhead(path);
  }
}

// Without an answer, or with one that is none of the registry's, the page asks itself.
askFirst().catch(() => {});
