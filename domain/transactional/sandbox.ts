export type SendMode = 'live' | 'sandbox';

/** The result of a sandbox send. */
export type SandboxOutcome = 'sent' | 'bounce' | 'suppressed';

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
const localPartOf = (address: string): string => address.slice(0, address.lastIndexOf('@')).toLowerCase();

/**
 * Returns `sandbox` if the header selects it or if the recipient is at the sandbox domain, where nothing is ever
 * delivered.
 */
export function sendMode(header: SendMode | undefined, address: string, sandboxDomain: string): SendMode {
  return header === 'sandbox' || domainOf(address) === sandboxDomain ? 'sandbox' : 'live';
}

/**
 * Returns the simulated outcome, which depends only on the address.
 */
export function sandboxOutcome(address: string): SandboxOutcome {
  const localPart = localPartOf(address);
  if (localPart.includes('bounce')) return 'bounce';
  return localPart.includes('suppress') ? 'suppressed' : 'sent';
}
