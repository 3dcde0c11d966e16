import type { Database } from '../../db/connection/pool';
import { deleteExperiment as deleteRow, lockExperiment } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { assertDeletable } from '../../domain/experiments/life';
import { assertMayChange } from '../../domain/experiments/permissions';
import { recordAct } from '../audit/record-act';

/** Deletes a draft. @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayChange}, CONFLICT unless it is a draft */
export function deleteExperiment(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const locked = await lockExperiment(transaction, actor.workspaceId, id);
    if (locked === null) throw notFound('Experiment', id);
    assertMayChange(actor.role, locked.experiment);
    assertDeletable(locked.experiment);
    await deleteRow(transaction, actor.workspaceId, id);
    await recordAct(transaction, actor, 'experiment.deleted', { subject: { type: 'experiment', id } });
  });
}
