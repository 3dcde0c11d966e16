import type { Database } from '../../db/connection/pool';
import { findWorkspaceByPublicKey, type Workspace } from '../../db/workspaces/workspaces';
import { paused, unauthorized } from '../../domain/errors';
import type { ActiveOwners } from '../../domain/fair-share';

/** The workspaces that public keys name, remembered for a few seconds: browsers ask with each request. */
export interface WorkspaceLookup {
  /** @throws AppError UNAUTHORIZED when no workspace has the key, SERVICE_UNAVAILABLE while it is paused */
  byPublicKey(key: string): Promise<Workspace>;
}

const rememberedMs = 3_000;
const maxRemembered = 5_000;

/**
 * An unknown key is never cached, so that a new workspace works at once.
 * @param owners sees each workspace that is found
 */
export function createWorkspaceLookup(database: Database, owners: ActiveOwners): WorkspaceLookup {
  const remembered = new Map<string, { found: Promise<Workspace | null>; at: number }>();
  return {
    async byPublicKey(key) {
      const workspace = await find(key.slice(0, 200));
      if (workspace === null) throw unauthorized('No workspace has this workspaceKey.');
      if (workspace.pausedAt !== null) throw paused();
      owners.see(workspace.id);
      return workspace;
    },
  };

  /** Requests that ask together share one read. */
  function find(key: string): Promise<Workspace | null> {
    const known = remembered.get(key);
    if (known !== undefined && performance.now() - known.at < rememberedMs) return known.found;
    if (remembered.size >= maxRemembered) remembered.clear();
    const found = findWorkspaceByPublicKey(database, key);
    remembered.set(key, { found, at: performance.now() });
    const evict = (): void => {
      if (remembered.get(key)?.found === found) remembered.delete(key);
    };
    found.then((workspace) => {
      if (workspace === null) evict();
    }, evict);
    return found;
  }
}
