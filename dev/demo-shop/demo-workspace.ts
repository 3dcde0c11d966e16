import type { Database } from '../../db/connection/pool';
import { queueDigestSync } from '../../db/digests/digests';
import { setDemoState, setPaused } from '../../db/workspaces/workspaces';
import { createWorkspace } from '../../operations/workspaces/create-workspace';
import { removeWorkspace } from '../../operations/workspaces/delete-workspace';

/** The workspace "Demo shop", with keys that exist in full only here. */
export interface DemoShopKeys {
  workspaceId: string;
  workspaceKey: string;
  serverKey: string;
}

/** Creates the workspace "Demo shop" for a person who has an account, marked as not filled yet. */
export function createDemoShop(database: Database, keyPepper: string, ownerEmail: string): Promise<DemoShopKeys> {
  return database.transaction(async (transaction) => {
    const { workspaceId, workspaceKey, rawKeys } = await createWorkspace(
      { database: transaction, settings: { keyPepper } },
      {
        name: 'Demo shop',
        plan: 'scale',
        owner: { email: ownerEmail, name: null, passwordHash: '' },
        keys: [
          { kind: 'secret', name: 'Shop server' },
          { kind: 'transactional', name: 'Order service' },
        ],
        mintedByOwner: true,
      },
    );
    await setDemoState(transaction, workspaceId, { status: 'filling', percent: 0, part: 'Settings' });
    return { workspaceId, workspaceKey, serverKey: rawKeys[0] ?? '' };
  });
}

/** Returns the ids of Demo shops that are not filled, or only in part, because the fill was interrupted or failed. */
export async function listUnfinishedDemos(database: Database): Promise<string[]> {
  const rows = await database('workspaces').whereRaw(`demo ->> 'status' <> 'ready'`).select<{ id: string }[]>('id');
  return rows.map(({ id }) => id);
}

/** Deletes a Demo shop with everything in it, and the schedule of its digest. */
export async function removeDemoShop(database: Database, workspaceId: string): Promise<void> {
  await setPaused(database, workspaceId, true);
  await removeWorkspace({ database }, workspaceId);
  await queueDigestSync(database, workspaceId);
}
