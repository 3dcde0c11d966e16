import type { Admission } from '../../db/transactional/send-admission';
import { assertAdmitted } from '../../domain/transactional/throughput';
import type { Claim, ClaimResult, SendStore } from './send-store';
import type { Sender, Senders } from './senders';

/**
 * A request with a transactional key. It is counted once, and its key is checked as it is counted: by the statement that claims
 * its send, or alone if nothing is claimed.
 */
export interface CountedRequest {
  /** Claims the right to send. @throws AppError as {@link assertAdmitted}; nothing is claimed then */
  claim(claim: Claim): Promise<ClaimResult>;
  /** Counts the request unless it was counted. @returns null if its key is not valid */
  count(): Promise<Admission | null>;
}

export function createCountedRequest(
  { sends, senders }: { sends: SendStore; senders: Senders },
  sender: Sender,
): CountedRequest {
  let counted: Promise<Admission | null> | undefined;
  return {
    async claim(claim) {
      const claiming = sends.claim(claim, sender.keyHash);
      counted = claiming.then(({ admission }) => admission);
      // Read by `count` only after this call has ended.
      counted.catch(() => undefined);
      const { admission, claimed } = await claiming;
      senders.remember(sender, admission);
      assertAdmitted(admission);
      return claimed === null ? sends.findOrClaim(claim) : { kind: 'claimed', ...claimed };
    },
    async count() {
      if (counted !== undefined) return counted;
      const admission = senders.refused(sender) ?? (await sends.admit(sender.keyHash));
      senders.remember(sender, admission);
      return admission;
    },
  };
}
