import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A host of a customer's choice is at an address that is not public. */
export class PrivateAddressError extends Error {}

/** The only part of IPv6 that is given out for public hosts (RFC 4291, IANA). `::/96` and NAT64 lead to IPv4 addresses, for example. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is public: neither private nor reserved, and no form of IPv6 that holds an IPv4 address, because a router may
 * deliver to that one (IPv4-mapped, IPv4-compatible, NAT64, 6to4, Teredo). False for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/**
 * Refuses a URL that names an address that is not public. No look-up happens for one, so check it before the call.
 * @throws PrivateAddressError
 */
export function assertPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(`${hostname} is not a public address.`);
}

/**
 * Resolves a name for a connection, and fails with a PrivateAddressError if any of its addresses is not public. The connection uses
 * these very addresses, so that a name cannot lead elsewhere after the check.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = error === null && found.some(({ address }) => !isPublicAddress(address));
    const problem = refused ? new PrivateAddressError(`${hostname} leads to an address that is not public.`) : error;
    if (options.all) callback(problem, problem === null ? found : []);
    else callback(problem, found?.[0]?.address ?? '', found?.[0]?.family);
  });
};
