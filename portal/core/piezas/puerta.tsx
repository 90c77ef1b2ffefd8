import { ajustes } from '../ajustes.ts';

/** A link where anybody may follow it; otherwise the address for a program that has a token. */
export const Puerta = ({ href }: { href: string }) =>
  ajustes().lecturaPublica ? <a href={href}>{href}</a> : <code>{href}</code>;
