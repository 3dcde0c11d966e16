import { isDatabaseUnavailable } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import {
  findRecord,
  releaseSend,
  type SendClaim,
  type SettledSend,
  type StoredRecord,
} from '../../db/transactional/idempotency';
import { carryOut, type Admission, type ClaimOutcome } from '../../db/transactional/send-group';
import { AppError } from '../../domain/errors';
import type { FinalResponse } from '../../domain/transactional/responses';
import type { Context } from '../ports';
import { createGroupCommit, type GroupCommit } from '../group-commit';

/** `suppressed`: the recipient gets no mail, and the provider must not be called. */
export type ClaimResult = { kind: 'claimed'; suppressed: boolean } | { kind: 'exists'; record: StoredRecord };

/** A send that is to be claimed. */
export type Claim = Pick<SendClaim, 'send' | 'key'>;

/**
 * Database operations of sends. Concurrent requests share statements, because a statement costs more than its rows. A
 * response reports only what is stored.
 */
export interface SendStore {
  /** Counts a request that claims nothing. @param keyHash in hexadecimal @returns null if the key is not valid */
  admit(keyHash: string): Promise<Admission | null>;
  /**
   * Claims the right to send, once for each Idempotency-Key; without one, once for each call. The same statement counts the
   * request, and claims nothing unless it is admitted.
   * @param keyHash of the sender's key, in hexadecimal
   */
  claim(claim: Claim, keyHash: string): Promise<ClaimOutcome>;
  /** Finds the record of the Idempotency-Key, or claims the send if the record has just expired. */
  findOrClaim(claim: Claim): Promise<ClaimResult>;
  /** Ends a send. @returns the final response, which may be that of a delivery event or another process */
  finalise(settled: SettledSend): Promise<FinalResponse>;
  /** Ends a send when the database is available again. Ends that are not stored when the process stops stay open. */
  finaliseLater(settled: SettledSend): void;
  /** Resolves when all operations are settled. Retries the ends that wait for the database once. */
  drained(): Promise<void>;
}

export function createSendStore({ database, log }: Pick<Context, 'database' | 'log'>): SendStore {
  const group = inGroups(database);
  const finalise = (settled: SettledSend) => group.submit({ kind: 'ends', item: settled }) as Promise<FinalResponse>;
  const later = createLaterEnds(finalise, log);
  const claimOnce = async (claim: SendClaim): Promise<ClaimOutcome> => {
    try {
      return (await group.submit({ kind: 'claims', item: claim })) as ClaimOutcome;
    } catch (error) {
      const { send, key } = claim;
      const name = { workspaceId: send.workspaceId, sendId: send.id, key: key?.key ?? null };
      // The claim may have been committed, but the provider was not called.
      releaseSend(database, name, 'not_claimed').catch(() => undefined);
      throw error;
    }
  };
  return {
    admit: (keyHash) => group.submit({ kind: 'admissions', item: keyHash }) as Promise<Admission | null>,
    claim: (claim, keyHash) => claimOnce({ ...claim, uncounted: keyHash }),
    findOrClaim: (claim) => findOrClaim(database, claimOnce, claim),
    finalise,
    finaliseLater: later.add,
    async drained() {
      await later.tryOnce();
      await group.drained();
    },
  };
}

/** Milliseconds between two attempts to store ends while the database is unavailable. */
const tryAgainAfterMs = 1_000;

/** Stores ends when the database is available again. Their callers already have the response. */
function createLaterEnds(finalise: SendStore['finalise'], log: Context['log']) {
  const waiting = new Set<SettledSend>();
  let timer: NodeJS.Timeout | undefined;
  const store = async (settled: SettledSend): Promise<void> => {
    try {
      await finalise(settled);
      waiting.delete(settled);
    } catch (error) {
      if (isDatabaseUnavailable(error) || error instanceof AppError) return;
      waiting.delete(settled);
      log.error({ err: error, sendId: settled.claim.sendId }, 'could not store the outcome of a send');
    }
  };
  const tryOnce = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([...waiting].slice(0, maxGroup).map(store));
  };
  const schedule = (): void => {
    if (waiting.size === 0) return;
    timer ??= setTimeout(() => void tryOnce().then(schedule), tryAgainAfterMs).unref();
  };
  return {
    tryOnce,
    add(settled: SettledSend): void {
      // Each is a message that the provider accepted while the database was unavailable.
      if (waiting.size < maxWaiting) waiting.add(settled);
      schedule();
    },
  };
}

const maxWaiting = 10_000;
const maxGroup = 100;
const concurrency = 2;
/** If this many requests wait, another statement starts while one is running. */
const minParallelBatchWeight = 32;
/** Longer than a statement can take, so that no request times out while its statement can still commit. */
const deadlineMs = 40_000;
const timeoutMessage =
  'The database did not respond in time. Retry the request. With an Idempotency-Key, nothing is sent twice.';

/** One database operation of a send. */
type StoreRequest =
  { kind: 'admissions'; item: string } | { kind: 'claims'; item: SendClaim } | { kind: 'ends'; item: SettledSend };
type StoreResult = Admission | ClaimOutcome | FinalResponse | null;

const inGroups = (database: Database): GroupCommit<StoreRequest, StoreResult> =>
  createGroupCommit({
    commit: (requests) => carryOutAll(database, requests),
    weightOf: () => 1,
    isUnavailable: isDatabaseUnavailable,
    maxQueued: maxWaiting,
    maxGroup,
    concurrency,
    minParallelBatchWeight,
    deadlineMs,
    timeoutMessage,
  });

async function carryOutAll(database: Database, requests: readonly StoreRequest[]): Promise<StoreResult[]> {
  const results = await carryOut(database, {
    admissions: requests.flatMap((request) => (request.kind === 'admissions' ? [request.item] : [])),
    claims: requests.flatMap((request) => (request.kind === 'claims' ? [request.item] : [])),
    ends: requests.flatMap((request) => (request.kind === 'ends' ? [request.item] : [])),
  });
  // The results of a kind are in the order of its requests.
  return requests.map(({ kind }) => results[kind].shift() ?? null);
}

async function findOrClaim(
  database: Database,
  claimOnce: (claim: SendClaim) => Promise<ClaimOutcome>,
  claim: Claim,
): Promise<ClaimResult> {
  const { send, key } = claim;
  // A record may expire or be released between the two statements: then it is claimed in the next round.
  for (let round = 0; round < 5; round += 1) {
    const record = key === null ? null : await findRecord(database, send.workspaceId, key.key);
    if (record !== null) return { kind: 'exists', record };
    const { claimed } = await claimOnce({ ...claim, uncounted: null });
    if (claimed !== null) return { kind: 'claimed', suppressed: claimed.suppressed };
  }
  throw new Error('The idempotency record changed repeatedly during the request.');
}
