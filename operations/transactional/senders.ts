import { findKeyHolder, hashKey } from '../../db/keys/keys';
import type { Admission } from '../../db/transactional/send-group';
import { assertAdmitted, isOverThroughput } from '../../domain/transactional/throughput';
import type { Context, HashSettings } from '../ports';
import type { Claim, ClaimResult, SendStore } from './send-store';

/** The owner of a transactional key. */
export interface Sender {
  workspaceId: string;
  keyId: string;
  /** The hash of the key, in hexadecimal. */
  keyHash: string;
}

/**
 * The owners of keys that this process has seen. An owner never changes. Whether a key is still valid is checked for each
 * request, when the request is counted.
 */
export interface Senders {
  /** Returns null for a key that is not valid. */
  find(rawKey: string): Promise<Sender | null>;
  /** Remembers the admission of a request. Null means that the key is no longer valid. */
  remember(sender: Sender, admission: Admission | null): void;
  /** Returns a refusal until its window ends, so that more requests of the sender do not query the database. */
  refused(sender: Sender): Admission | null;
}

const maxSenders = 10_000;

export function createSenders({
  database,
  settings: { keyPepper },
}: Pick<Context, 'database'> & { settings: HashSettings }): Senders {
  const known = new Map<string, { sender: Sender; refusal: { admission: Admission; endsAt: number } | null }>();
  return {
    async find(rawKey) {
      const keyHash = hashKey(keyPepper, rawKey).toString('hex');
      const found = known.get(keyHash);
      if (found !== undefined) return found.sender;
      const holder = await findKeyHolder(database, keyPepper, rawKey);
      if (holder?.kind !== 'transactional') return null;
      const { workspaceId, keyId } = holder;
      const sender = { workspaceId, keyId, keyHash };
      if (known.size >= maxSenders) known.clear();
      known.set(keyHash, { sender, refusal: null });
      return sender;
    },
    remember({ keyHash }, admission) {
      if (admission === null) known.delete(keyHash);
      else if (isOverThroughput(admission)) {
        const found = known.get(keyHash);
        if (found !== undefined) found.refusal = { admission, endsAt: performance.now() + admission.msBeforeNext };
      }
    },
    refused({ keyHash }) {
      const { admission, endsAt = 0 } = known.get(keyHash)?.refusal ?? {};
      const msBeforeNext = endsAt - performance.now();
      return admission !== undefined && msBeforeNext > 0 ? { ...admission, msBeforeNext } : null;
    },
  };
}

/**
 * A request with a transactional key. It is counted once. The statement that counts it also checks its key, and claims
 * its send if there is one.
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
