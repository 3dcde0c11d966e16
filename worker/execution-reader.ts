import type { Database } from '../db/connection/pool';
import { readExecutions, type Execution } from '../db/journeys/executions';
import { createBatches } from '../operations/group-commit';

interface Wanted {
  workspaceId: string;
  id: string;
  resolve(execution: Execution | null): void;
  reject(error: unknown): void;
}

/** Statements at the same time. Executions that are requested during them share the next one. */
const concurrency = 2;
const readers = new WeakMap<Database, (wanted: Wanted) => void>();

/** Finds an execution. Calls at the same time share a statement, as those for the commands of one claim. */
export function readExecution(database: Database, workspaceId: string, id: string): Promise<Execution | null> {
  let add = readers.get(database);
  if (add === undefined) readers.set(database, (add = createReader(database)));
  const read = add;
  return new Promise((resolve, reject) => read({ workspaceId, id, resolve, reject }));
}

function createReader(database: Database): (wanted: Wanted) => void {
  let waiting: Wanted[] = [];
  const batches = createBatches(() => {
    const batch = waiting;
    waiting = [];
    return batch.length === 0 ? null : () => settle(database, batch);
  }, concurrency);
  return (wanted) => {
    waiting.push(wanted);
    batches.wake();
  };
}

async function settle(database: Database, batch: readonly Wanted[]): Promise<void> {
  try {
    const names = batch.map(({ workspaceId, id }) => ({ workspaceId, id }));
    const found = new Map((await readExecutions(database, names)).map((one) => [`${one.workspaceId} ${one.id}`, one]));
    for (const { workspaceId, id, resolve } of batch) resolve(found.get(`${workspaceId} ${id}`) ?? null);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
