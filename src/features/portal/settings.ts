import { type Added, malformed, type ValuesOf, withoutUser } from '../../core/base/settings.ts';
import { isEmail } from '../../core/base/text.ts';

export const after = 'PUBLIC_URL';

export const settings = {
  SECURITY_CONTACT: {
    words:
      'Where to report a vulnerability, for /.well-known/security.txt (RFC 9116): an e-mail address or the https address of a form; several with commas between. Empty: there is no such file.',
    read: contacts,
  },
} satisfies Added['settings'];

declare module '../../core/base/config.ts' {
  interface Config extends ValuesOf<typeof settings> {}
}

/** The addresses of RFC 9116 section 2.5.3, as URIs. */
function contacts(value: string | undefined): string[] | undefined {
  if (value === undefined) return undefined;
  return value.split(',').map((each) => {
    const contact = each.trim().replace(/^mailto:/i, '');
    if (isEmail(contact)) return `mailto:${contact}`;
    const url = URL.canParse(contact) ? new URL(contact) : undefined;
    if (url?.protocol === 'https:' && !url.username && !url.password) return url.href;
    const form = 'tener correos o direcciones https://, con comas entre ellos';
    throw malformed('SECURITY_CONTACT', form, withoutUser(contact));
  });
}
