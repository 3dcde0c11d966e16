import { randomBytes } from 'node:crypto';
import { hashPassword } from '../api/accounts/passwords';
import { insertMember, insertUser } from '../db/accounts';
import { connect, newId } from '../db/connection';
import { mintKey, newWorkspaceKey } from '../db/keys';
import { insertWorkspace } from '../db/workspaces';

/** What the demo workspace is reached by. Secrets exist here only: the database keeps their hashes. */
export interface DemoWorkspace {
  workspaceId: string;
  workspaceKey: string;
  serverKey: string;
  userKey: string;
  transactionalKey: string;
  owner: { email: string; password: string };
}

/** Creates the demo workspace with an owner and one key of each kind, unless `existing` is still in the database. */
export async function seedDemoWorkspace(options: {
  databaseUrl: string;
  keyPepper: string;
  existing?: DemoWorkspace | undefined;
}): Promise<DemoWorkspace> {
  const database = connect({ url: options.databaseUrl, poolSize: 2, applicationName: 'apex-seed' });
  try {
    const { existing, keyPepper } = options;
    if (existing !== undefined) {
      const known = await database('workspaces').where({ id: existing.workspaceId }).first('id');
      if (known !== undefined) return existing;
    }
    const password = randomBytes(18).toString('base64url');
    const passwordHash = await hashPassword(password);
    return await database.transaction(async (transaction) => {
      const workspaceId = newId('workspace');
      const workspaceKey = newWorkspaceKey();
      const userId = newId('user');
      const owner = { email: `owner-${userId.slice(-6)}@apex.test`, password };
      await insertWorkspace(transaction, { id: workspaceId, name: 'Demo', publicKey: workspaceKey, plan: 'scale' });
      await insertUser(transaction, { id: userId, email: owner.email, name: 'Demo owner', passwordHash });
      await insertMember(transaction, { workspaceId, userId, role: 'owner' });
      const mint = async (kind: 'secret' | 'user' | 'transactional', name: string): Promise<string> => {
        const holder = { workspaceId, kind, name, createdBy: userId, ...(kind === 'user' ? { userId } : {}) };
        return (await mintKey(transaction, keyPepper, holder)).rawKey;
      };
      return {
        workspaceId,
        workspaceKey,
        serverKey: await mint('secret', 'Demo server key'),
        userKey: await mint('user', 'Demo owner key'),
        transactionalKey: await mint('transactional', 'Demo transactional key'),
        owner,
      };
    });
  } finally {
    await database.destroy();
  }
}
