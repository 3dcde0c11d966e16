import type { SigningState } from '../../domain/webhooks/signature';
import type { Database } from '../connection/pool';

/** The secrets that sign a workspace's webhooks: columns of `workspaces`. */

/** Finds the signing state of a workspace. Returns the state of a new workspace if it does not exist. */
export async function findSigningState(database: Database, workspaceId: string): Promise<SigningState> {
  const row = await database('workspaces')
    .where({ id: workspaceId })
    .first<SigningState | undefined>('webhook_generation as generation', 'webhook_previous_until as previousUntil');
  return row ?? { generation: 0, previousUntil: null };
}

/** Finds the state like {@link findSigningState}, and locks it until the transaction ends. */
export async function lockSigningState(transaction: Database, workspaceId: string): Promise<SigningState> {
  await transaction('workspaces').where({ id: workspaceId }).forNoKeyUpdate().first('id');
  return findSigningState(transaction, workspaceId);
}

export async function updateSigningState(
  transaction: Database,
  workspaceId: string,
  { generation, previousUntil }: SigningState,
): Promise<void> {
  await transaction('workspaces')
    .where({ id: workspaceId })
    .update({ webhook_generation: generation, webhook_previous_until: previousUntil });
}
