import { inGroups } from './in-groups';
import type { Context } from './ports';
import type { ListedWorkflow } from './workflows-port';

/** Consecutive empty lists that show that no workflow is left, because Temporal updates its list with a delay. */
const emptyLists = 4;
const pollMs = 250;

interface Removal {
  list: () => Promise<readonly ListedWorkflow[]>;
  /** Does other work before each list. @returns whether more of it, or of its workflows, is left */
  workBefore: () => Promise<boolean>;
}

/**
 * Removes workflows until Temporal does not list them any more. Safe to repeat: it continues with what is left.
 * @throws the signal's reason if it is aborted
 */
export async function removeListed(
  { workflows, clock, signal }: Pick<Context, 'workflows' | 'clock' | 'signal'>,
  { list, workBefore }: Removal,
): Promise<void> {
  for (let empty = 0; empty < emptyLists;) {
    signal.throwIfAborted();
    const isWorkLeft = await workBefore();
    const listed = await list();
    await inGroups(signal, listed, ({ workflowId, runId }) => workflows.remove(workflowId, runId));
    empty = listed.length === 0 && !isWorkLeft ? empty + 1 : 0;
    await clock.sleep(pollMs);
  }
}
