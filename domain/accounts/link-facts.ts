import type { Branding } from '../senders/branding';
import type { Role } from './permissions';

/** What the console's pages show for the link in an email. The API writes it into the page, so that no request is needed. */

export interface InvitationFacts {
  state: 'open' | 'unknown' | 'used' | 'expired';
  /** Null for an unknown invitation. */
  sender: Branding | null;
  /** Null for an invitation that cannot be accepted. */
  joining: {
    workspaceName: string;
    /** Null for an invitation that a key made. */
    inviter: string | null;
    role: Role;
    email: string;
    /** Whether the person signs in with a password already. */
    hasAccount: boolean;
  } | null;
}

export interface PasswordResetFacts {
  state: 'open' | 'gone';
}
