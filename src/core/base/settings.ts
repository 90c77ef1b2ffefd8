// What a table of settings is made of: the core's, and those of features, which lie in a file `settings.ts` of their folders.

/** A start that can't go on. Its message is one Spanish sentence with the way out. */
export class StartError extends Error {}

export type Environment = Record<string, string | undefined>;

/** A setting of the service, with everything that describes it. */
export interface Setting<T> {
  /** Its words in .env.example; unset where those of the setting before it cover it. */
  words?: string;
  /** Its value where the environment has none. */
  default?: string;
  /**
   * Reads its value.
   *
   * @param value as the environment has it, or the default; undefined where there is neither
   * @param others reads another setting's value
   * @throws StartError with the sentence for a malformed value
   */
  read: (
    value: string | undefined,
    name: string,
    others: (name: string) => string | undefined,
  ) => T;
}
/** The reader of a setting that has a default. */
export const required = <T>(read: (value: string, name: string) => T) => read as Setting<T>['read'];
export const asItIs = required((value) => value);

/** The refusal of a malformed value. The sentence says what it has to do: «ser true o false». */
export const malformed = (name: string, form: string, value: string) =>
  new StartError(`${name} debe ${form}; se recibió «${value}».`);

/** Returns a function that reads a text which fits a form. */
export function text(fits: (value: string) => boolean, form: string) {
  return (value: string, name: string): string => {
    if (!fits(value)) throw malformed(name, form, value);
    return value;
  };
}

/** An address without its user and password, for sentences. */
export const withoutUser = (url: string): string => url.replace(/\/\/[^/]*@/, '//…@');

/** Reads the address of a PostgreSQL server. */
export function databaseUrl(value: string | undefined, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new StartError(
      `${name} debe tener la forma postgres://usuario:contraseña@servidor:5432/base.`,
    );
  }
  if (value.includes('#')) {
    throw new StartError(`${name} lleva un #, que corta una dirección; escríbalo ahí como %23.`);
  }
  return value;
}

export type Settings = Record<string, Setting<unknown>>;

/** A file `settings.ts`. */
export interface Added {
  settings: Settings;
  /** The setting of the core that they come behind, in .env.example. */
  after: string;
}

export type ValuesOf<Table extends Settings> = {
  -readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>;
};
