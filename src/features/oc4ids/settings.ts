import { type Added, required, text, type ValuesOf } from '../../core/base/settings.ts';

export const after = 'PUBLISHER';

export const settings = {
  OC4IDS_PREFIX: {
    words:
      'What the ids of obras begin with in OC4IDS: oc4ids- and six characters, which the OC4IDS helpdesk assigns on request.',
    default: 'oc4ids-xxxxxx',
    read: required(
      text(
        (value) => /^oc4ids-[a-z0-9]{6}$/.test(value),
        'ser oc4ids- y los seis caracteres que asigna la mesa de ayuda de OC4IDS, como oc4ids-bu3kcz',
      ),
    ),
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}
