import { findKeyHolder, hashKey } from '../../db/keys/keys';
import type { Admission } from '../../db/transactional/send-admission';
import { isOverThroughput } from '../../domain/transactional/throughput';
import type { Context, HashSettings } from '../ports';

/** Whose a transactional key is. */
export interface Sender {
  workspaceId: string;
  keyId: string;
  /** Of the key, in hexadecimal. */
  keyHash: string;
}

/**
 * Whose keys are, as this process knows it: that never changes. Whether a key still opens anything is asked again for each
 * request, as it is counted.
 */
export interface Senders {
  /** Null for a key that opens nothing. */
  find(rawKey: string): Promise<Sender | null>;
  /** What became of a request of theirs. */
  remember(sender: Sender, admission: Admission | null): void;
  /** Their last request when that was one too many and its window still runs: a noisy caller costs the database nothing. */
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
