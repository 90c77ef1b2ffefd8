import {
  type Added,
  malformed,
  StartError,
  type ValuesOf,
  withoutUser,
} from '../core/base/settings.ts';

export const after = 'PUBLISHER';

export const settings = {
  MAP_TILES_URL: {
    words:
      'Address of a server of XYZ tiles, whose street map the portal draws behind the works, and the credit line that its owner asks for. Browsers ask that server themselves. Empty: the map of MAP_FILE is drawn, and no other server is asked.',
    read: tiles,
  },
  MAP_TILES_ATTRIBUTION: {
    read: (value, _name, others) => attribution(value, others('MAP_TILES_URL')),
  },
  MAP_FILE: {
    words:
      'A file of streets under the portal’s map: a PMTiles archive, version 3, with vector tiles in Protomaps’ schema or pictures. The service reads it, so no other server is asked. docs/operaciones.md, «Calles bajo el mapa», says how to get it. Empty: the roads, towns and principal streets that come with the program.',
    read: (value, _name, others) => mapFile(value, others('MAP_TILES_URL')),
  },
} satisfies Added['settings'];

declare module '../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}

function tiles(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  const url = value.replace(/\{([zxy])\}/g, '$1');
  const isSound = /^https?:\/\//.test(url) && !/[\s;,{}]/.test(url) && URL.canParse(url);
  // Browsers see this address, so a password in it would be public.
  const isOpen = isSound && !new URL(url).username && !new URL(url).password;
  if (!isTemplate || !isOpen) {
    const form =
      'ser una dirección como https://teselas.ejemplo.gob.mx/{z}/{x}/{y}.png, sin usuario ni contraseña';
    throw malformed('MAP_TILES_URL', form, withoutUser(value));
  }
  return value;
}

function attribution(value: string | undefined, url: string | undefined): string {
  if (url && !value) {
    throw new StartError(
      'Con MAP_TILES_URL hace falta MAP_TILES_ATTRIBUTION: a quién se debe el mapa, como «© OpenStreetMap contributors».',
    );
  }
  return value ?? '';
}

function mapFile(value: string | undefined, url: string | undefined): string | undefined {
  if (value && url) {
    throw new StartError(
      'MAP_FILE y MAP_TILES_URL nombran cada uno un mapa base; deje uno de los dos.',
    );
  }
  return value;
}
