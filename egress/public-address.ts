import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The host of a customer's URL is not at a public address. */
export class PrivateAddressError extends Error {}

/**
 * The only IPv6 range for public hosts (RFC 4291, IANA). Other ranges, such as `::/96` and NAT64, lead to IPv4
 * addresses.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Checks whether an IP address is public: neither private nor reserved, and not an IPv6 form that contains an IPv4
 * address, because a router may deliver to that address (IPv4-mapped, IPv4-compatible, NAT64, 6to4, Teredo). False for
 * text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/**
 * Refuses a URL with a non-public IP address. Such a URL needs no DNS lookup, so call this before the request.
 * @throws PrivateAddressError
 */
export function assertPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(`${hostname} is not a public address.`);
}

/**
 * Resolves a name for a connection, and fails with a PrivateAddressError if any of its addresses is not public. The
 * connection uses exactly these addresses, so the name cannot resolve to another one after the check.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = error === null && found.some(({ address }) => !isPublicAddress(address));
    const problem = refused ? new PrivateAddressError(`${hostname} resolves to an address that is not public.`) : error;
    if (options.all) callback(problem, problem === null ? found : []);
    else callback(problem, found?.[0]?.address ?? '', found?.[0]?.family);
  });
};
