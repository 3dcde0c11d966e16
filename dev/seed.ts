import { randomBytes } from 'node:crypto';
import { passwords } from '../context/passwords';
import { connect } from '../db/connection/pool';
import { findWorkspace } from '../db/workspaces/workspaces';
import { createWorkspace } from '../operations/workspaces/create-workspace';
import { createDemoShop, type DemoShopKeys } from './demo-shop/demo-workspace';

/** Sign-in and keys of the first workspace, which is empty. The secrets exist only here: the database stores their hashes. */
export interface DemoWorkspace {
  workspaceId: string;
  workspaceKey: string;
  serverKey: string;
  userKey: string;
  transactionalKey: string;
  owner: { email: string; password: string };
  /** Keys of the Demo shop, if it was created. */
  demo?: DemoShopKeys | undefined;
}

/**
 * Creates the first workspace with an owner and one key of each kind, unless `existing` is still in the database.
 * @param options.withDemoShop also creates the Demo shop, if the database has no workspace yet
 */
export async function seedDemoWorkspace(options: {
  databaseUrl: string;
  keyPepper: string;
  existing?: DemoWorkspace | undefined;
  withDemoShop?: boolean;
}): Promise<DemoWorkspace> {
  const database = connect({ url: options.databaseUrl, poolSize: 2, applicationName: 'apex-seed' });
  try {
    const { existing, keyPepper, withDemoShop = false } = options;
    if (existing !== undefined && (await findWorkspace(database, existing.workspaceId)) !== null) return existing;
    const isFirst = (await database('workspaces').first('id')) === undefined;
    const owner = {
      email: `owner-${randomBytes(4).toString('hex')}@apex.test`,
      password: randomBytes(18).toString('base64url'),
    };
    const { workspaceId, workspaceKey, rawKeys } = await createWorkspace(
      { database, settings: { keyPepper } },
      {
        name: 'My workspace',
        plan: 'scale',
        owner: { email: owner.email, name: 'Owner', passwordHash: await passwords.hash(owner.password) },
        keys: [
          { kind: 'secret', name: 'Server key' },
          { kind: 'user', name: 'Owner key' },
          { kind: 'transactional', name: 'Transactional key' },
        ],
        mintedByOwner: true,
      },
    );
    const [serverKey = '', userKey = '', transactionalKey = ''] = rawKeys;
    const demo = withDemoShop && isFirst ? await createDemoShop(database, keyPepper, owner.email) : undefined;
    return { workspaceId, workspaceKey, serverKey, userKey, transactionalKey, owner, ...(demo && { demo }) };
  } finally {
    await database.destroy();
  }
}
