import { drainLimit, workspacesWithStaleRollups } from '../../db/analytics/rollups';
import { workspacesWithUncredited } from '../../db/conversions/completion-credits';
import { workspacesWithStaleCatalog } from '../../db/events/event-catalog';
import { foldLimit, foldStepChanges } from '../../db/journeys/step-totals';
import { foldArmChanges, foldCohortChanges } from '../../db/journeys/subject-totals';
import { refreshCatalog } from '../events/refresh-catalog';
import type { Context } from '../ports';
import { creditPortion } from './credit-completions';
import { drainPortion } from './drain-rollups';

const workspaceBatchSize = 100;

interface UpdatedRollups {
  workspaces: number;
  markers: number;
  /** Changes at journey steps that were added to the totals. */
  steps: number;
  /** Changes of subjects, by cohort and by arm, that were added to the totals. */
  subjects: number;
}

/**
 * Adds changes of executions and subjects to the totals of journeys, and then updates the rollups, credits and event catalogs of
 * all workspaces, until all are current or the time is over. Workspaces take turns, so that a busy one does not delay the others.
 * Continues after a workspace that fails.
 * @param forMs milliseconds for the workspaces. The totals take at most half as long, before the workspaces
 * @throws AggregateError at the end if a workspace failed
 */
export async function updateRollups(
  context: Pick<Context, 'database' | 'signal'>,
  forMs: number,
): Promise<UpdatedRollups> {
  const totals = await foldTotals(context, forMs / 2);
  return { ...(await updateWorkspaces(context, forMs)), ...totals };
}

async function updateWorkspaces(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  forMs: number,
): Promise<Pick<UpdatedRollups, 'workspaces' | 'markers'>> {
  const until = performance.now() + forMs;
  const failures = new Map<string, unknown>();
  const seen = new Set<string>();
  let markers = 0;
  const eachOf = async (workspaces: readonly string[], work: (workspaceId: string) => Promise<void>): Promise<void> => {
    for (const workspaceId of workspaces) {
      signal.throwIfAborted();
      seen.add(workspaceId);
      await work(workspaceId).catch((error: unknown) => failures.set(workspaceId, error));
      if (performance.now() > until) break;
    }
  };
  let found: number;
  do {
    const some = () => ({ limit: workspaceBatchSize, except: [...failures.keys()] });
    const stale = await workspacesWithStaleRollups(database, some());
    await eachOf(stale, async (workspaceId) => {
      markers += await drainPortion({ database }, workspaceId, { limit: drainLimit });
    });
    const uncredited = await workspacesWithUncredited(database, some());
    await eachOf(uncredited, async (workspaceId) => void (await creditPortion({ database }, workspaceId)));
    const staleCatalogs = await workspacesWithStaleCatalog(database, some());
    await eachOf(staleCatalogs, (workspaceId) => refreshCatalog({ database }, workspaceId));
    found = stale.length + uncredited.length;
  } while (found > 0 && performance.now() < until);
  if (failures.size > 0)
    throw new AggregateError([...failures.values()], `Rollups failed for ${[...failures.keys()].join(', ')}`);
  return { workspaces: seen.size, markers };
}

/** Adds changes to totals in portions, so that a source with many changes does not delay the others. */
async function foldTotals(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  forMs: number,
): Promise<Pick<UpdatedRollups, 'steps' | 'subjects'>> {
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
      signal.throwIfAborted();
      const changes = await one.fold(database, foldLimit);
      moved[one.counter] += changes;
      if (changes === foldLimit) rest.push(one);
    }
    pending = rest;
  }
  return moved;
}
