import { isDeepStrictEqual } from 'node:util';
import { findQueuedDay } from '../../db/events/event-catalog';
import { makePartition } from '../../db/events/event-partitions';
import { isLockTimeout } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { checkSchema } from '../../db/schema-state';
import { countOpenWork, listEventMonths } from '../../db/workspaces/workspace-rows';
import { countRows, listWorkspaceTables, type WorkspaceTable } from '../../db/workspaces/workspace-tables';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { conflict, notFound } from '../../domain/errors';
import { refreshCatalog } from '../events/refresh-catalog';
import type { Context } from '../ports';
import { copyWorkspace, differingTables, type CopyContext, type RowCounts } from './copy-workspace';
import { pauseWorkspace } from './workspaces';

type MoveContext = CopyContext & Pick<Context, 'clock'>;

interface WorkspaceMove {
  workspaceId: string;
  /** Milliseconds from the pause until no process accepts requests; 40 s by default. */
  settleMs?: number;
  /** Milliseconds to wait for open work; two minutes by default. */
  patienceMs?: number;
}

/** Longer than a request may take, and than a process caches a workspace. */
const settled = 40_000;
const copies = 3;

/**
 * Copies a workspace from one database to another: pauses it, waits until no work is in progress, copies one snapshot in one
 * transaction, and commits it if both databases have the same row counts. Both copies stay paused. If it fails, the target is
 * unchanged. Repeated after a success, it compares the row counts.
 * @throws AppError NOT_FOUND; CONFLICT for different schemas, executions or other work in progress, another workspace with this id
 * in the target, or continuous writes
 */
export async function moveWorkspace(context: MoveContext, move: WorkspaceMove): Promise<RowCounts> {
  const { source, target, log, clock } = context;
  const { workspaceId } = move;
  const tables = await commonTables(source, target);
  if ((await findWorkspace(source, workspaceId)) === null) throw notFound('Workspace', workspaceId);
  if ((await findWorkspace(target, workspaceId)) !== null) return countMoved(context, workspaceId, tables);
  await refuseRuns(source, workspaceId);
  const pausedAt = await pauseWorkspace({ database: source }, workspaceId);
  log.info({ workspaceId }, `Paused since ${pausedAt.toISOString()}. Waiting for work in progress.`);
  await clock.sleep(Math.max(0, pausedAt.getTime() + (move.settleMs ?? settled) - clock.now().getTime()));
  await refuseRuns(source, workspaceId);
  await waitForOpenWork(context, move);
  await finishCatalog(source, workspaceId);
  for (const month of await listEventMonths(source, workspaceId)) await preparePartition(context, month);
  for (let left = copies - 1; ; left -= 1) {
    const { counts, changed } = await copyWorkspace(context, workspaceId, tables);
    if (changed.length === 0) return counts;
    if (left === 0) throw conflict(`The workspace is still being changed: ${changed.join(', ')}. Nothing was moved.`);
    log.info({ workspaceId }, `${changed.join(', ')} changed during the copy. Copying again.`);
    await clock.sleep(1_000);
  }
}

/** Lists the tables of a workspace. @throws SchemaOutdatedError; AppError CONFLICT unless both databases have the same tables and columns */
async function commonTables(source: Database, target: Database): Promise<WorkspaceTable[]> {
  for (const database of [source, target]) await checkSchema(database);
  const tables = await listWorkspaceTables(source);
  if (isDeepStrictEqual(tables, await listWorkspaceTables(target))) return tables;
  throw conflict('The two databases have different schemas. Run "npm run migrate" of the same release on both.');
}

/** Compares the row counts of both databases. @throws AppError CONFLICT if they differ */
async function countMoved({ source, target, log }: CopyContext, workspaceId: string, tables: WorkspaceTable[]) {
  log.info({ workspaceId }, 'The target already has this workspace. Comparing the row counts.');
  const [before, after] = await Promise.all([
    countRows(source, tables, workspaceId),
    countRows(target, tables, workspaceId),
  ]);
  const changed = differingTables(before, after).join(', ');
  if (changed === '') return before;
  throw conflict(`The target has a workspace with this id and different rows (${changed}). Nothing was changed.`);
}

/** Asserts that no execution is in progress, because its workflow would stay in the source's Temporal. @throws AppError CONFLICT */
async function refuseRuns(source: Database, workspaceId: string): Promise<void> {
  const { runs } = await countOpenWork(source, workspaceId);
  if (runs === 0) return;
  throw conflict(
    `${runs} executions are in progress, and a workflow cannot move to another Temporal. Archive the journeys, ` +
      'wait until the executions have ended or cancel them, and then move the workspace. To resume a paused ' +
      'workspace, run: npm run workspace -- resume.',
  );
}

/** Waits until workers have finished the work of the workspace. @throws AppError CONFLICT if that takes too long */
async function waitForOpenWork(
  { source, log, clock }: MoveContext,
  { workspaceId, patienceMs = 120_000 }: WorkspaceMove,
): Promise<void> {
  const until = performance.now() + patienceMs;
  let shown = '';
  for (;;) {
    const open = Object.entries(await countOpenWork(source, workspaceId)).filter(([, count]) => count > 0);
    if (open.length === 0) return;
    const text = open.map(([what, count]) => `${count} ${what}`).join(', ');
    if (performance.now() > until) {
      throw conflict(
        `Still in progress: ${text}. Is a worker of the source running? Nothing was moved, and the workspace ` +
          'is paused.',
      );
    }
    if (text !== shown) log.info({ workspaceId }, `In progress: ${text}.`);
    shown = text;
    await clock.sleep(1_000);
  }
}

/** Counts the queued days of the catalog now, because workers wait between refreshes and would change rows after the copy. */
async function finishCatalog(database: Database, workspaceId: string): Promise<void> {
  while ((await findQueuedDay(database, workspaceId, null)) !== null) await refreshCatalog({ database }, workspaceId);
}

/** Creates the partition of a month in the target if it is missing. Retries, because it needs a lock on the table. */
async function preparePartition({ target, clock }: MoveContext, month: string): Promise<void> {
  for (let left = 10; ; left -= 1) {
    try {
      return await target.transaction((transaction) => makePartition(transaction, month));
    } catch (error) {
      if (left === 0 || !isLockTimeout(error)) throw error;
      await clock.sleep(500);
    }
  }
}
