import { isDatabaseAway, type Database } from '../../db/connection';
import {
  findRecord,
  type Claimed,
  type KeyClaim,
  type SendClaim,
  type SettledSend,
  type StoredRecord,
} from '../../db/idempotency';
import { hashKey } from '../../db/keys';
import type { Admission } from '../../db/send-admission';
import { carryOut } from '../../db/send-group';
import type { TransactionalSend } from '../../db/transactional';
import { isOverThroughput } from '../../domain/transactional/throughput';
import type { FinalAnswer } from '../../domain/transactional/answers';
import { createGroupCommit, type GroupCommit } from '../group-commit';

/** `suppressed`: the recipient gets no mail, and the provider must not be asked. */
export type ClaimResult = { kind: 'claimed'; suppressed: boolean } | { kind: 'exists'; record: StoredRecord };

/**
 * What sends ask of the database, those of requests under way together: a statement costs more than the rows that it is about.
 * All of it is in the database before anybody is told so.
 */
export interface SendStore {
  /** Whose key it is, and the request counted in its window; null when it opens nothing. */
  admit(rawKey: string): Promise<Admission | null>;
  /** Claims the right to send, once for each key; without a key, once for each call. */
  claim(send: TransactionalSend, key: KeyClaim | null): Promise<ClaimResult>;
  /** Ends a send. @returns the answer that counts */
  finalise(settled: SettledSend): Promise<FinalAnswer>;
  /** Resolves when everything that was asked is settled. */
  drained(): Promise<void>;
}

export function createSendStore(database: Database, keyPepper: string): SendStore {
  const group = inGroups(database);
  const claimOnce = (claim: SendClaim): Promise<Claimed | null> =>
    group.submit({ kind: 'claims', item: claim }) as Promise<Claimed | null>;
  const refusals = createRefusals();
  return {
    async admit(rawKey) {
      const hash = hashKey(keyPepper, rawKey).toString('hex');
      const refused = refusals.find(hash);
      if (refused !== null) return refused;
      const admission = (await group.submit({ kind: 'admissions', item: hash })) as Admission | null;
      if (admission !== null) refusals.remember(hash, admission);
      return admission;
    },
    claim: (send, key) => claimOrFind(database, claimOnce, { send, key }),
    finalise: (settled) => group.submit({ kind: 'ends', item: settled }) as Promise<FinalAnswer>,
    drained: () => group.drained(),
  };
}

const maxWaiting = 10_000;
const maxGroup = 100;
const concurrency = 2;
/** For as many that wait, a further statement is begun beside one under way. */
const worthwhile = 32;
/** Longer than a statement can take, so that whoever is told that nothing was claimed is told the truth. */
const deadlineMs = 40_000;
const late = 'The database did not answer in time. Ask again: with an Idempotency-Key nothing is sent twice.';

/** One thing that a send asks. */
type Ask =
  { kind: 'admissions'; item: string } | { kind: 'claims'; item: SendClaim } | { kind: 'ends'; item: SettledSend };
type Answer = Admission | Claimed | FinalAnswer | null;

const inGroups = (database: Database): GroupCommit<Ask, Answer> =>
  createGroupCommit({
    commit: (asks) => carryOutAll(database, asks),
    ...{ weightOf: () => 1, isAway: isDatabaseAway },
    ...{ maxQueued: maxWaiting, maxGroup, concurrency, worthwhile, deadlineMs, late },
  });

async function carryOutAll(database: Database, asks: readonly Ask[]): Promise<Answer[]> {
  const results = await carryOut(database, {
    admissions: asks.flatMap((ask) => (ask.kind === 'admissions' ? [ask.item] : [])),
    claims: asks.flatMap((ask) => (ask.kind === 'claims' ? [ask.item] : [])),
    ends: asks.flatMap((ask) => (ask.kind === 'ends' ? [ask.item] : [])),
  });
  // Those of a kind come in the order in which they were asked.
  return asks.map(({ kind }) => results[kind].shift() ?? null);
}

async function claimOrFind(
  database: Database,
  claimOnce: (claim: SendClaim) => Promise<Claimed | null>,
  claim: SendClaim,
): Promise<ClaimResult> {
  // A record may expire or be released between the two statements: then it is claimed in the next round.
  for (let round = 0; round < 5; round += 1) {
    const claimed = await claimOnce(claim);
    if (claimed !== null) return { kind: 'claimed', suppressed: claimed.suppressed };
    const { send, key } = claim;
    const record = key === null ? null : await findRecord(database, send.workspaceId, key.key);
    if (record !== null) return { kind: 'exists', record };
  }
  throw new Error('An idempotency record came and went five times.');
}

/** Keys that have used their window up are turned away from memory until it ends: a noisy caller costs the database nothing. */
function createRefusals() {
  const refused = new Map<string, { admission: Admission; endsAt: number }>();
  return {
    find(hash: string): Admission | null {
      const found = refused.get(hash);
      if (found === undefined) return null;
      const msBeforeNext = found.endsAt - performance.now();
      if (msBeforeNext > 0) return { ...found.admission, msBeforeNext };
      refused.delete(hash);
      return null;
    },
    remember(hash: string, admission: Admission): void {
      if (!isOverThroughput(admission)) return;
      const now = performance.now();
      if (refused.size > maxRefusals) for (const [name, { endsAt }] of refused) if (endsAt <= now) refused.delete(name);
      refused.set(hash, { admission, endsAt: now + admission.msBeforeNext });
    },
  };
}

const maxRefusals = 1_000;
