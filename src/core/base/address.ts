import { isIP } from 'node:net';

/** The longest address, of IPv6 with an IPv4 one in it, among brackets and with interface and port. */
const LONGEST_ADDRESS = 80;

/**
 * The IP address in a socket's or a proxy's text. Some proxies add the port, some systems the interface.
 *
 * @returns undefined for a text without an address, and for a client that has left and so has none
 */
export function addressIn(address = ''): string | undefined {
  if (address.length > LONGEST_ADDRESS) return undefined;
  const ip = address
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '');
  return isIP(ip) ? ip : undefined;
}
