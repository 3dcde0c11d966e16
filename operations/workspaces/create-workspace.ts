import { findUser, insertMember, insertUser } from '../../db/accounts/accounts';
import { acquireLock } from '../../db/connection/advisory-locks';
import { newId } from '../../db/connection/ids';
import { mintKey, newWorkspaceKey, type NewKey } from '../../db/keys/keys';
import { hasWorkspaces, insertWorkspace } from '../../db/workspaces/workspaces';
import type { PlanName } from '../../domain/accounts/plans';
import type { Context, HashSettings } from '../ports';

type CreationContext = Pick<Context, 'database'> & { settings: HashSettings };

interface NewWorkspace {
  name: string;
  plan: PlanName;
  /** A person who has an account already becomes owner with it as it is. */
  owner: { email: string; name: string | null; passwordHash: string };
  /** A user key is the owner's. */
  keys: readonly Pick<NewKey, 'kind' | 'name'>[];
  /** Whether the owner minted the keys, or the installation. */
  mintedByOwner: boolean;
}

interface CreatedWorkspace {
  workspaceId: string;
  workspaceKey: string;
  /** Whether the owner's account is new, with the given password. */
  isNewAccount: boolean;
  /** In the order of the keys; they are nowhere else. */
  rawKeys: string[];
}

/** Creates a workspace with its first owner and keys, for the installation. */
export function createWorkspace(
  { database, settings }: CreationContext,
  { name, plan, owner, keys, mintedByOwner }: NewWorkspace,
): Promise<CreatedWorkspace> {
  return database.transaction(async (transaction) => {
    const workspaceId = newId('workspace');
    const workspaceKey = newWorkspaceKey();
    await insertWorkspace(transaction, { id: workspaceId, name, publicKey: workspaceKey, plan });
    const account = await findUser(transaction, { email: owner.email });
    const ownerId = account?.id ?? newId('user');
    if (account === null) await insertUser(transaction, { id: ownerId, ...owner });
    await insertMember(transaction, { workspaceId, userId: ownerId, role: 'owner' });
    const rawKeys: string[] = [];
    for (const key of keys) {
      const holder = { userId: key.kind === 'user' ? ownerId : null, createdBy: mintedByOwner ? ownerId : null };
      rawKeys.push((await mintKey(transaction, settings.keyPepper, { workspaceId, ...key, ...holder })).rawKey);
    }
    return { workspaceId, workspaceKey, isNewAccount: account === null, rawKeys };
  });
}

/** Creates a workspace, unless the database has one. @returns null if it has */
export function createFirstWorkspace(
  { database, settings }: CreationContext,
  workspace: NewWorkspace,
): Promise<CreatedWorkspace | null> {
  return database.transaction(async (transaction) => {
    await acquireLock(transaction, 'first workspace');
    return (await hasWorkspaces(transaction)) ? null : createWorkspace({ database: transaction, settings }, workspace);
  });
}
