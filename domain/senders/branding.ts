import type { Sender } from './schemas';

/** What mail and pages of a workspace show of it. */
export interface Branding {
  name: string;
  /** Of one or more lines. */
  postalAddress: string | null;
  /** Absolute https address. */
  logoUrl: string | null;
  /** `#rrggbb`. */
  accentColor: string | null;
}

/** As the workspace's `sender` setting says, else its name alone. */
export function brandingOf({ name, sender }: { name: string; sender: Sender | null }): Branding {
  const address = sender?.postalAddress.trim() ?? '';
  return {
    name: sender?.name ?? name,
    postalAddress: address === '' ? null : address,
    logoUrl: sender?.logoUrl ?? null,
    accentColor: sender?.accentColor ?? null,
  };
}
