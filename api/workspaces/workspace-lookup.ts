import type { Database } from '../../db/connection/pool';
import { findWorkspace, findWorkspaceByPublicKey, type Workspace } from '../../db/workspaces/workspaces';
import { paused, unauthorized } from '../../domain/errors';
import type { ActiveOwners } from '../../domain/fair-share';

/** The workspaces that public keys name, and what requests of each kind need of them, remembered for a few seconds. */
export interface WorkspaceLookup {
  /** @throws AppError UNAUTHORIZED when no workspace has the key, SERVICE_UNAVAILABLE while it is paused */
  byPublicKey(key: string): Promise<Workspace>;
  /** Finds the workspace of an authenticated key; null if it was deleted. */
  byId(id: string): Promise<Workspace | null>;
  /** Clears the cache after a change of settings, so that the next request in this process uses them. */
  clear(): void;
}

const rememberedMs = 3_000;
const maxRemembered = 5_000;

/**
 * Unknown keys are never cached, so that a new workspace works immediately.
 * @param owners is notified of each workspace that is found
 */
export function createWorkspaceLookup(database: Database, owners: ActiveOwners): WorkspaceLookup {
  const remembered = new Map<string, { found: Promise<Workspace | null>; at: number }>();
  return {
    async byPublicKey(key) {
      const given = key.slice(0, 200);
      const workspace = await find(`key ${given}`, () => findWorkspaceByPublicKey(database, given));
      if (workspace === null) throw unauthorized('No workspace has this `workspaceKey`. Check the key.');
      if (workspace.pausedAt !== null) throw paused();
      owners.see(workspace.id);
      return workspace;
    },
    byId: (id) => find(`id ${id}`, () => findWorkspace(database, id)),
    clear: () => remembered.clear(),
  };

  /** Concurrent requests share one read. */
  function find(name: string, read: () => Promise<Workspace | null>): Promise<Workspace | null> {
    const known = remembered.get(name);
    if (known !== undefined && performance.now() - known.at < rememberedMs) return known.found;
    if (remembered.size >= maxRemembered) remembered.clear();
    const found = read();
    remembered.set(name, { found, at: performance.now() });
    const evict = (): void => {
      if (remembered.get(name)?.found === found) remembered.delete(name);
    };
    found.then((workspace) => {
      if (workspace === null) evict();
    }, evict);
    return found;
  }
}
