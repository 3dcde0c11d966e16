import { isDeepStrictEqual } from 'node:util';
import { makePartition } from '../../db/events/event-partitions';
import { isLockTimeout } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { checkSchema } from '../../db/schema-state';
import { countOpenWork, listEventMonths } from '../../db/workspaces/workspace-rows';
import { countRows, listWorkspaceTables, type WorkspaceTable } from '../../db/workspaces/workspace-tables';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { conflict, notFound } from '../../domain/errors';
import { copyWorkspace } from './copy-workspace';
import { pauseWorkspace } from './workspaces';

export interface WorkspaceMove {
  workspaceId: string;
  source: Database;
  /** Another database with the same schema. */
  target: Database;
  /** Receives what is being done, a line each. */
  report: (line: string) => void;
  /** Milliseconds from the pause until no process takes requests any more; 40 s unless given. */
  settleMs?: number;
  /** Milliseconds at most that open work is waited for; two minutes unless given. */
  patienceMs?: number;
}

/** Rows by table, as both databases have them. */
export type RowCounts = ReadonlyMap<string, number>;

/** Longer than a request may take, and than a process remembers a workspace. */
const settled = 40_000;
const copies = 3;

/**
 * Copies a workspace from one database to another: pauses it, waits until all it has under way is done, copies one snapshot of it in
 * one transaction, and commits that when both databases count the same rows. The source keeps its copy, both are paused. Nothing is
 * in the target when it fails. Repeated after it succeeded, it counts again.
 * @throws AppError NOT_FOUND; CONFLICT for different schemas, runs that are under way, work that does not end, another workspace of
 * that id in the target, or writes that do not cease
 */
export async function moveWorkspace(move: WorkspaceMove): Promise<RowCounts> {
  const { workspaceId, source, target, report } = move;
  const tables = await commonTables(source, target);
  if ((await findWorkspace(source, workspaceId)) === null) throw notFound('Workspace', workspaceId);
  if ((await findWorkspace(target, workspaceId)) !== null) return countMoved(move, tables);
  await refuseRuns(source, workspaceId);
  const pausedAt = await pauseWorkspace({ database: source }, workspaceId);
  report(`Paused since ${pausedAt.toISOString()}. Waiting for work in progress.`);
  await pause(Math.max(0, pausedAt.getTime() + (move.settleMs ?? settled) - Date.now()));
  await refuseRuns(source, workspaceId);
  await waitForOpenWork(move);
  for (const month of await listEventMonths(source, workspaceId)) await preparePartition(target, month);
  for (let left = copies - 1; ; left -= 1) {
    const { counts, changed } = await copyWorkspace(source, target, { workspaceId, tables, report });
    if (changed.length === 0) return counts;
    if (left === 0) throw conflict(`The workspace is still being changed: ${changed.join(', ')}. Nothing was moved.`);
    report(`${changed.join(', ')} changed during the copy. Copying again.`);
    await pause(1_000);
  }
}

/** @throws SchemaOutdatedError, or AppError CONFLICT unless both databases have the same tables with the same columns */
async function commonTables(source: Database, target: Database): Promise<WorkspaceTable[]> {
  for (const database of [source, target]) await checkSchema(database);
  const tables = await listWorkspaceTables(source);
  if (isDeepStrictEqual(tables, await listWorkspaceTables(target))) return tables;
  throw conflict('The two databases have different schemas. Run "npm run migrate" of the same release on both.');
}

/** @throws AppError CONFLICT unless the target has just the rows that the source has */
async function countMoved({ workspaceId, source, target, report }: WorkspaceMove, tables: WorkspaceTable[]) {
  report('The target already has this workspace. Comparing the row counts.');
  const [before, after] = await Promise.all(
    [source, target].map((database) => countRows(database, tables, workspaceId)),
  );
  if (before !== undefined && isDeepStrictEqual(before, after)) return before;
  throw conflict('The target has a workspace with this id and different rows. Nothing was changed.');
}

/** @throws AppError CONFLICT while executions run: their workflows would stay with the Temporal of the source */
async function refuseRuns(source: Database, workspaceId: string): Promise<void> {
  const { runs } = await countOpenWork(source, workspaceId);
  if (runs === 0) return;
  throw conflict(
    `${runs} executions are in progress, and a workflow cannot move to another Temporal. Archive the journeys, ` +
      'wait until the executions have ended or cancel them, and then move the workspace. To resume a paused ' +
      'workspace, run: npm run workspace -- resume.',
  );
}

/** Waits until workers have done what the workspace left them. @throws AppError CONFLICT when that takes too long */
async function waitForOpenWork({ workspaceId, source, report, patienceMs = 120_000 }: WorkspaceMove): Promise<void> {
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
    if (text !== shown) report(`In progress: ${text}.`);
    shown = text;
    await pause(1_000);
  }
}

/** Makes the partition of a month where the target has none. The table is locked for a moment: tried until it can be had. */
async function preparePartition(target: Database, month: string): Promise<void> {
  for (let left = 10; ; left -= 1) {
    try {
      return await target.transaction((transaction) => makePartition(transaction, month));
    } catch (error) {
      if (left === 0 || !isLockTimeout(error)) throw error;
      await pause(500);
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
