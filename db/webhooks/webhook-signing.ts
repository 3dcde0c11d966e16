import type { SigningState } from '../../domain/webhooks/signature';
import type { Database } from '../connection/pool';

/** Which secrets webhooks of a workspace are signed with: columns of `workspaces`. */

/** That of a workspace that does not exist is the one of a new workspace. */
export async function findSigningState(database: Database, workspaceId: string): Promise<SigningState> {
  const row = await database('workspaces')
    .where({ id: workspaceId })
    .first<SigningState | undefined>('webhook_generation as generation', 'webhook_previous_until as previousUntil');
  return row ?? { generation: 0, previousUntil: null };
}

/** As {@link findSigningState}, locked until the transaction ends. */
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
