import type { Admission } from '../../db/transactional/send-admission';
import type { Claim, ClaimResult, SendStore } from './send-store';
import type { Sender, Senders } from './senders';

/**
 * A request by a transactional key. It is counted once, and whether its key still opens anything is asked as it is counted: by the
 * statement that claims its send, or alone when it is refused before that.
 */
export interface RequestAdmission {
  /** Claims the right to send. @throws what `check` throws, and then nothing is claimed */
  claim(claim: Claim): Promise<ClaimResult>;
  /** Counts the request, unless that was asked before. @throws what `check` throws */
  count(): Promise<void>;
}

/** @param check receives where the request stands, null when its key opens nothing (any more), and throws unless it may go on */
export function createRequestAdmission(
  { sends, senders }: { sends: SendStore; senders: Senders },
  sender: Sender,
  check: (admission: Admission | null) => void,
): RequestAdmission {
  let isCounted = false;
  const counted = (admission: Admission | null): void => {
    senders.remember(sender, admission);
    check(admission);
  };
  return {
    claim(claim) {
      isCounted = true;
      return sends.claim(claim, sender.keyHash, counted);
    },
    async count() {
      if (isCounted) return;
      isCounted = true;
      counted(senders.refused(sender) ?? (await sends.admit(sender.keyHash)));
    },
  };
}
