export type SendMode = 'live' | 'sandbox';

/** What a sandbox send comes to. */
export type SandboxOutcome = 'sent' | 'bounce' | 'suppressed';

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
const localPartOf = (address: string): string => address.slice(0, address.lastIndexOf('@')).toLowerCase();

/** The mode header decides, and so does a recipient at the sandbox domain: mail to it is never delivered. */
export function sendMode(header: SendMode | undefined, address: string, sandboxDomain: string): SendMode {
  return header === 'sandbox' || domainOf(address) === sandboxDomain ? 'sandbox' : 'live';
}

/** The simulated outcome, by the address alone. Source: specification, "Transactional email", Sandbox. */
export function sandboxOutcome(address: string): SandboxOutcome {
  const localPart = localPartOf(address);
  if (localPart.includes('bounce')) return 'bounce';
  return localPart.includes('suppress') ? 'suppressed' : 'sent';
}
