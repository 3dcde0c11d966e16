import type { Sender } from './schemas';

/** How a workspace appears in its messages and pages. */
export interface Branding {
  name: string;
  /** One or more lines. */
  postalAddress: string | null;
  /** Absolute https URL. */
  logoUrl: string | null;
  /** `#rrggbb`. */
  accentColor: string | null;
}

/** Returns the branding from the workspace's `sender` setting, or else its name only. */
export function brandingOf({ name, sender }: { name: string; sender: Sender | null }): Branding {
  const address = sender?.postalAddress.trim() ?? '';
  return {
    name: sender?.name ?? name,
    postalAddress: address === '' ? null : address,
    logoUrl: sender?.logoUrl ?? null,
    accentColor: sender?.accentColor ?? null,
  };
}
