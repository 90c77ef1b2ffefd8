import { isIP } from 'node:net';

/** The longest address, of IPv6 with an IPv4 one in it, among brackets and with interface and port. */
const LONGEST = 80;

/**
 * The network address in what a socket or a proxy calls one. Some proxies add the port, some systems the interface.
 *
 * @returns undefined for what is no address, and for a client that is gone already and so has none
 */
export function addressIn(given = ''): string | undefined {
  if (given.length > LONGEST) return undefined;
  const ip = given
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '');
  return isIP(ip) ? ip : undefined;
}
