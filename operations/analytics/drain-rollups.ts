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
 * Brings the rollups of a workspace up to date with every event that was committed before the call: what is read from them
 * afterwards equals a recount. Markers that arrive meanwhile are left, so that it ends under any load.
 * @param options.forMs no portion is begun after so long
 * @param options.recountsAll also counts all of a large workspace anew, however long that takes, when its timezone has changed. Without
 * it that is left to the workers
 * @returns false when its time was over before everything was counted
 * @throws AppError SERVICE_UNAVAILABLE while a large workspace waits to be counted anew
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
  if (state.heldTimezone !== state.timezone)
    await drainPortion({ database }, workspaceId, { limit: requestDrainLimit });
  // A marker that another drain has deleted is visible until that commits, and this one then waits for its lock.
  if (state.lastMarker === null) return true;
  let visits = requestDrainLimit;
  while (visits >= requestDrainLimit) {
    if (performance.now() > until) return false;
    visits = await drainPortion({ database }, workspaceId, { limit: requestDrainLimit, upTo: state.lastMarker });
  }
  return true;
}

/** Events that are counted anew while a reader waits: some ten seconds of it on two cores. */
const awaitedEvents = 1_000_000;

/** Whether all of a workspace has to be counted anew, and takes longer than a reader waits. */
async function isLongRecount(database: Database, workspaceId: string, state: RollupState): Promise<boolean> {
  if (state.heldTimezone === state.timezone) return false;
  return (await sumCountedEvents(database, workspaceId, state)) > awaitedEvents;
}

/** The same for a reader to whom the figures of before are good enough meanwhile. */
export async function awaitsLongRecount(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
): Promise<boolean> {
  const state = await findRollupState(database, workspaceId);
  return state !== null && isLongRecount(database, workspaceId, state);
}

/**
 * Takes markers of a workspace until they name `limit` different visits or more, the oldest first and none above `upTo`, and brings the
 * days that they name up to date. Any number of processes may call it at once. Recounts everything when the workspace's timezone
 * has changed.
 * @returns how many visits the markers named; fewer than `limit` when none is left that was committed before the call
 */
export async function drainPortion(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  { limit, upTo = maxMarker }: { limit: number; upTo?: string | undefined },
): Promise<number> {
  const drained = await withRollupsLocked(database, workspaceId, async (transaction, state) => {
    const { timezone, heldTimezone, closedBefore } = state;
    if (heldTimezone !== timezone) {
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
    if (visits.length >= worthBeside && hasRoom(database)) {
      await withBeside(database, countTouches, countOthers);
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

/** Visits from which on a second connection is worth its begin and commit. */
const worthBeside = 500;

/**
 * Runs a recount in a transaction of its own while others run in the one that holds the locks. What it wrote may stay when that one
 * fails: it is counted from events, and counting it again gives the same. It never outlives the other, whose locks it relies on.
 */
async function withBeside(
  database: Database,
  recount: (from: Database) => Promise<void>,
  others: () => Promise<void>,
): Promise<void> {
  const beside = database.transaction(
    async (from) => {
      await setUpDrain(from);
      await recount(from);
    },
    { isolationLevel: 'read committed' },
  );
  const [done, doneBeside] = await Promise.allSettled([others(), beside]);
  if (done.status === 'rejected') throw done.reason;
  if (doneBeside.status === 'rejected') throw doneBeside.reason;
}
