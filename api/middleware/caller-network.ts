import ipaddr from 'ipaddr.js';

/**
 * What attempts from an address are counted by: an IPv4 address by itself, also where it is written as an IPv6 one, and an IPv6
 * address by its first 64 bits, as a household or a server has that many addresses to itself (RFC 6177).
 * @param address as a socket or a proxy gives it; a port or a zone is left out
 */
export function callerNetwork(address: string): string {
  const bare = withoutPort(address.trim()).split('%')[0] ?? '';
  if (!ipaddr.isValid(bare)) return bare.slice(0, 45);
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${new ipaddr.IPv6([...(parsed as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Some proxies write `203.0.113.7:4711` and `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return bracketed ?? dotted ?? address;
}
