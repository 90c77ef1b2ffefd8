import { type Added, required, text, type ValuesOf } from '../../core/base/settings.ts';

export const after = 'PUBLIC_READ';

export const settings = {
  RFC_PERSONAS: {
    words:
      'With PUBLIC_READ, whether those without a session read the RFC of contractors who are persons, which says their day of birth: oculto (its four letters alone) or publico. OC4IDS and the cuts that are sealed, which are the same for everybody, have it as this says.',
    default: 'oculto',
    read: required(
      text((value) => value === 'oculto' || value === 'publico', 'ser oculto o publico'),
    ),
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}
