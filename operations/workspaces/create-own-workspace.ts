import type { z } from 'zod';
import { countOwnedWorkspaces, findUser } from '../../db/accounts/accounts';
import { acquireLock } from '../../db/connection/advisory-locks';
import { findWorkspace, updateWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import type { createWorkspaceBody } from '../../domain/accounts/schemas';
import { conflict, unauthorized } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context, HashSettings } from '../ports';
import { createWorkspace } from './create-workspace';

/** Workspaces that a person can own, so that no account fills the installation. */
const maxOwned = 20;

/**
 * Creates a workspace on the plan free for a signed-in person, who becomes its owner.
 * @throws AppError CONFLICT if the person owns 20 workspaces
 */
export function createOwnWorkspace(
  { database, settings }: Pick<Context, 'database'> & { settings: HashSettings },
  userId: string,
  { name, timezone }: z.output<typeof createWorkspaceBody>,
): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const user = await findUser(transaction, { id: userId });
    if (user === null) throw unauthorized('The account no longer exists.');
    await acquireLock(transaction, `workspaces of ${userId}`);
    if ((await countOwnedWorkspaces(transaction, userId)) >= maxOwned) {
      throw conflict(`You can own at most ${maxOwned} workspaces. Delete one, or make another member its owner.`);
    }
    const owner = { email: user.email, name: user.name, passwordHash: '' };
    const wanted = { name, plan: 'free', owner, keys: [], mintedByOwner: true } as const;
    const { workspaceId } = await createWorkspace({ database: transaction, settings }, wanted);
    if (timezone !== undefined) await updateWorkspace(transaction, workspaceId, { timezone });
    await recordAct(transaction, { workspaceId, id: userId }, 'workspace.created');
    const workspace = await findWorkspace(transaction, workspaceId);
    if (workspace === null) throw new Error(`The workspace ${workspaceId} is gone before its creation ended.`);
    return workspace;
  });
}
