import { type Added, databaseUrl, StartError, type ValuesOf } from '../../core/base/settings.ts';

export const after = 'DATABASE_URL';

export const settings = {
  DATABASE_READ_URL: {
    words:
      'A hot standby of that server. Lists of obras are read from it whenever it has caught up with what is committed. While the server of DATABASE_URL is away, everything that is read comes from it; nothing can be written then.',
    read: (value, name, others) => standbyUrl(value, name, others('DATABASE_URL')),
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}

function standbyUrl(
  value: string | undefined,
  name: string,
  primary: string | undefined,
): string | undefined {
  if (value !== undefined && primary === undefined) {
    throw new StartError(
      'DATABASE_READ_URL sólo se usa junto con DATABASE_URL: es una réplica de ese servidor.',
    );
  }
  return databaseUrl(value, name);
}
