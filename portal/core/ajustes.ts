import { api, read, type Schema } from './api.ts';

let known: Schema<'AjustesPortal'> | undefined;

/** Reads what the portal has to know before anything is shown. */
export async function loadAjustes(): Promise<void> {
  known = await read(api.GET('/portal/ajustes.json'));
}

/** The registry's settings for the portal, which are read before the first page. */
export function ajustes(): Schema<'AjustesPortal'> {
  if (!known) throw new Error('the settings were not read');
  return known;
}

/** The map below the works, as the settings name it. */
export type MapaBase = NonNullable<Schema<'AjustesPortal'>['mapaBase']>;
