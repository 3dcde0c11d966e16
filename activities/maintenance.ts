import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { closeOutlivedDays, dropOutlivedPartitions, makeEventPartitions } from '../operations/events/event-storage';
import { workspacesWithStaleCatalog } from '../db/events/event-catalog';
import { deleteClosedDays, purgeOutlived } from '../db/events/event-storage';
import { refreshCatalog } from '../operations/events/refresh-catalog';
import { purgeIdempotencyRecords } from '../db/transactional/idempotency';
import { workspacesWithUncredited } from '../db/conversions/completion-credits';
import { drainLimit, workspacesWithStaleRollups } from '../db/analytics/rollups';
import { creditPortion } from '../operations/analytics/credit-completions';
import { drainPortion } from '../operations/analytics/drain-rollups';
import { foldLimit, foldStepChanges } from '../db/journeys/step-totals';
import { foldArmChanges, foldCohortChanges, purgeCohortSpans } from '../db/journeys/subject-totals';
import { purgeSendEvents } from '../db/email/send-events';
import { settleAbandonedSends } from '../db/email/sends';
import type {
  PartitionsResult,
  PurgeResult,
  RetentionResult,
  RollupsInput,
  RollupsResult,
} from '../workflows/contract/maintenance';
import { withHeartbeat } from './heartbeat';

export interface MaintenanceDependencies {
  database: Database;
}

/** The upkeep of event storage. Each activity may be repeated at any point: it goes on where the last attempt stood. */
export function createMaintenanceActivities({ database }: MaintenanceDependencies) {
  return {
    /** Makes the partitions of the months to come. */
    async makePartitions(): Promise<PartitionsResult> {
      return { made: await withHeartbeat(() => makeEventPartitions({ database })) };
    },

    /**
     * Applies every workspace's retention: closes its days, drops partitions that no workspace keeps, deletes the rest in chunks. A workspace
     * whose days cannot be closed is passed over, and reported at the end.
     */
    async applyRetention(): Promise<RetentionResult> {
      return withHeartbeat(async () => {
        const { cancellationSignal: signal } = Context.current();
        const { closed, failures } = await closeOutlivedDays({ database, signal });
        const dropped = await dropOutlivedPartitions({ database });
        const events = await deleteClosedDays(database, signal);
        throwFailures('Retention', failures);
        return { closed: closed.length, dropped, events };
      });
    },

    /**
     * Forgets message ids, refused events, sessions, idempotency keys, opens and quarter hours of journeys past their time, and ends records
     * of sends that died.
     */
    async purge(): Promise<PurgeResult> {
      return withHeartbeat(async () => {
        const { cancellationSignal: signal } = Context.current();
        const purged = await purgeOutlived(database, signal);
        const abandonedSends = await settleAbandonedSends(database);
        const idempotencyKeys = await purgeIdempotencyRecords(database, signal);
        const sendEvents = await purgeSendEvents(database, signal);
        const cohortSpans = await purgeCohortSpans(database, signal);
        return { ...purged, abandonedSends, idempotencyKeys, sendEvents, cohortSpans };
      });
    },

    /**
     * Brings rollups and credits of completions up to date until none is behind or the time is over: a share for each workspace in
     * turn, so that a busy one holds up no other. Then counts catalogs of event types again. A workspace that fails is passed over, and
     * reported at the end. Before that, adds to the totals of journeys what their executions and subjects did.
     */
    async updateRollups({ forSeconds }: RollupsInput): Promise<RollupsResult> {
      return withHeartbeat(async () => {
        const { steps, subjects } = await foldTotals(database, forSeconds * 500);
        return { ...(await updateAll(database, forSeconds * 1_000)), steps, subjects };
      });
    },
  };
}

/** Drains and credits of each workspace in turn. */
async function updateAll(database: Database, forMs: number): Promise<Pick<RollupsResult, 'workspaces' | 'markers'>> {
  const { cancellationSignal } = Context.current();
  const until = performance.now() + forMs;
  const failures = new Map<string, unknown>();
  const seen = new Set<string>();
  let markers = 0;
  const eachOf = async (workspaces: readonly string[], work: (workspaceId: string) => Promise<void>): Promise<void> => {
    for (const workspaceId of workspaces) {
      cancellationSignal.throwIfAborted();
      seen.add(workspaceId);
      await work(workspaceId).catch((error: unknown) => failures.set(workspaceId, error));
      if (performance.now() > until) break;
    }
  };
  let found: number;
  do {
    const some = () => ({ limit: workspacesAtOnce, except: [...failures.keys()] });
    const stale = await workspacesWithStaleRollups(database, some());
    await eachOf(stale, async (workspaceId) => {
      markers += await drainPortion({ database }, workspaceId, { limit: drainLimit });
    });
    const uncredited = await workspacesWithUncredited(database, some());
    await eachOf(uncredited, async (workspaceId) => {
      await creditPortion({ database }, workspaceId);
    });
    const staleCatalogs = await workspacesWithStaleCatalog(database, some());
    await eachOf(staleCatalogs, (workspaceId) => refreshCatalog({ database }, workspaceId));
    found = stale.length + uncredited.length;
  } while (found > 0 && performance.now() < until);
  throwFailures('Rollups', failures);
  return { workspaces: seen.size, markers };
}

/** @param failures by workspace @throws AggregateError when there is any */
function throwFailures(what: string, failures: ReadonlyMap<string, unknown>): void {
  if (failures.size === 0) return;
  throw new AggregateError([...failures.values()], `${what} failed for ${[...failures.keys()].join(', ')}`);
}

const workspacesAtOnce = 100;

/** In portions, so that a source with many changes does not delay the others. */
async function foldTotals(database: Database, forMs: number): Promise<{ steps: number; subjects: number }> {
  const { cancellationSignal } = Context.current();
  const until = performance.now() + forMs;
  const moved = { steps: 0, subjects: 0 };
  const folds = [
    { counter: 'steps', fold: foldStepChanges },
    { counter: 'subjects', fold: foldCohortChanges },
    { counter: 'subjects', fold: foldArmChanges },
  ] as const;
  let pending = [...folds];
  while (pending.length > 0 && performance.now() < until) {
    const rest: typeof pending = [];
    for (const one of pending) {
      cancellationSignal.throwIfAborted();
      const changes = await one.fold(database, foldLimit);
      moved[one.counter] += changes;
      if (changes === foldLimit) rest.push(one);
    }
    pending = rest;
  }
  return moved;
}
