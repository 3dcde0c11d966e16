import { withdrawCredits } from '../../db/conversions/completion-credits';
import { keepSums } from '../../db/conversions/completion-sums';
import { recountCompletions } from '../../db/conversions/completions';
import { hasRoom, type Database } from '../../db/connection/pool';
import { queueAllDays, queueCatalogDays } from '../../db/events/event-catalog';
import { recountExperiments } from '../../db/experiments/experiment-counts';
import {
  findRollupState,
  maxMarker,
  openVisits,
  recountAll,
  requestDrainLimit,
  sumCountedEvents,
  takeVisits,
  type RollupState,
} from '../../db/analytics/rollups';
import { recountDays } from '../../db/analytics/visitor-days';
import { recountTouches } from '../../db/analytics/visitor-touches';
import { setUpDrain } from '../../db/analytics/set-up-drain';
import { beingRecounted } from '../../domain/errors';
import { withRollupsLocked } from './with-rollups-locked';
import type { Context } from '../ports';

/**
 * Updates the rollups of a workspace with every event that was committed before the call, so that they equal a recount. Leaves
 * markers that arrive later, so that it ends under any load.
 * @param options.forMs milliseconds after which no other portion is started
 * @param options.recountsAll also recounts a large workspace if its timezone has changed, which may take long. By default, workers
 * do that
 * @returns false if the time was over before everything was counted
 * @throws AppError SERVICE_UNAVAILABLE while a large workspace waits for its recount
 */
export async function drainRollups(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  { forMs = Infinity, recountsAll = false }: { forMs?: number; recountsAll?: boolean } = {},
): Promise<boolean> {
  const until = performance.now() + forMs;
  const state = await findRollupState(database, workspaceId);
  if (state === null) return true;
  if (!recountsAll && (await isLongRecount(database, workspaceId, state))) throw beingRecounted(state.timezone);
  if (state.storedTimezone !== state.timezone)
    await drainPortion({ database }, workspaceId, { limit: requestDrainLimit });
  // A marker that another drain deletes is visible until that drain commits. Then this one waits for its lock.
  if (state.lastMarker === null) return true;
  let visits = requestDrainLimit;
  while (visits >= requestDrainLimit) {
    if (performance.now() > until) return false;
    visits = await drainPortion({ database }, workspaceId, { limit: requestDrainLimit, upTo: state.lastMarker });
  }
  return true;
}

/** The most events that are recounted while a reader waits: about ten seconds on two cores. */
const awaitedEvents = 1_000_000;

/** Returns whether a workspace needs a recount that takes longer than a reader waits. */
async function isLongRecount(database: Database, workspaceId: string, state: RollupState): Promise<boolean> {
  if (state.storedTimezone === state.timezone) return false;
  return (await sumCountedEvents(database, workspaceId, state)) > awaitedEvents;
}

/** Returns whether a workspace needs a recount that takes longer than a reader waits, for readers that accept older figures. */
export async function awaitsLongRecount(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
): Promise<boolean> {
  const state = await findRollupState(database, workspaceId);
  return state !== null && isLongRecount(database, workspaceId, state);
}

/**
 * Takes the oldest markers of a workspace, up to `upTo`, until they name at least `limit` different visits, and recounts the days
 * that they name. Recounts everything if the workspace's timezone has changed. Safe to run concurrently.
 * @returns how many visits the markers named; fewer than `limit` if none is left that was committed before the call
 */
export async function drainPortion(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  { limit, upTo = maxMarker }: { limit: number; upTo?: string | undefined },
): Promise<number> {
  const drained = await withRollupsLocked(database, workspaceId, async (transaction, state) => {
    const { timezone, storedTimezone, closedBefore } = state;
    if (storedTimezone !== timezone) {
      await recountAll(transaction, workspaceId, state);
      await queueAllDays(transaction, workspaceId);
      return 0;
    }
    await setUpDrain(transaction);
    const { count, visits } = await takeVisits(transaction, workspaceId, { limit, upTo, timezone });
    if (visits.length === 0) return count;
    const scope = { workspaceId, timezone, closedBefore };
    const names = visits.map((visit) => visit.visitorId);
    const countTouches = (from: Database): Promise<void> => recountTouches(from, workspaceId, visits);
    const countOthers = async (): Promise<void> => {
      await keepSums(transaction, { workspaceId, names }, async () => {
        await recountDays(transaction, scope, visits);
        await recountCompletions(transaction, workspaceId, openVisits(visits, state));
      });
      await recountExperiments(transaction, scope, visits);
    };
    if (visits.length >= minParallelVisits && hasRoom(database)) {
      await inParallel(database, countTouches, countOthers);
    } else {
      await countOthers();
      await countTouches(transaction);
    }
    await withdrawCredits(transaction, workspaceId, visits);
    const days = visits.map(({ day }) => day).filter((day) => day >= closedBefore);
    await queueCatalogDays(transaction, workspaceId, days);
    return count;
  });
  return drained ?? 0;
}

/** Minimum number of visits for which a second connection saves more time than its transaction costs. */
const minParallelVisits = 500;

/**
 * Runs a recount in its own transaction, while others run in the transaction with the locks. It ends before the locks
 * are released. Its rows may stay if the others fail: they are counted from events, and counting again gives the same
 * rows.
 */
async function inParallel(
  database: Database,
  recount: (from: Database) => Promise<void>,
  others: () => Promise<void>,
): Promise<void> {
  const recounted = database.transaction(
    async (from) => {
      await setUpDrain(from);
      await recount(from);
    },
    { isolationLevel: 'read committed' },
  );
  const [done, doneRecount] = await Promise.allSettled([others(), recounted]);
  if (done.status === 'rejected') throw done.reason;
  if (doneRecount.status === 'rejected') throw doneRecount.reason;
}
