import type { Database } from './connection';

/** What ingestion and starts need to know of a workspace. */
export interface Workspace {
  id: string;
  name: string;
  plan: string;
  timezone: string;
  /** 0 to 100 */
  holdoutPercent: number;
}

interface WorkspaceRow {
  id: string;
  name: string;
  plan: string;
  timezone: string;
  holdout_percent: string;
}

const columns = ['id', 'name', 'plan', 'timezone', 'holdout_percent'];

const fromRow = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  timezone: row.timezone,
  holdoutPercent: Number(row.holdout_percent),
});

export async function insertWorkspace(
  database: Database,
  workspace: { id: string; name: string; publicKey: string; plan: string },
): Promise<void> {
  await database('workspaces').insert({
    id: workspace.id,
    name: workspace.name,
    public_key: workspace.publicKey,
    plan: workspace.plan,
  });
}

export async function findWorkspace(database: Database, id: string): Promise<Workspace | null> {
  const row = await database('workspaces').where({ id }).first<WorkspaceRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}

export async function findWorkspaceByPublicKey(database: Database, publicKey: string): Promise<Workspace | null> {
  const row = await database('workspaces').where({ public_key: publicKey }).first<WorkspaceRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}
