import type { WorkspaceSettings } from '../../domain/accounts/schemas';
import type { Database } from '../connection/pool';
import { queueDigestSync } from '../digests/digests';

/** A tenant. */
export interface Workspace extends WorkspaceSettings {
  id: string;
  publicKey: string;
  createdAt: Date;
  updatedAt: Date;
}

interface WorkspaceRow {
  id: string;
  name: string;
  public_key: string;
  plan: WorkspaceSettings['plan'];
  timezone: string;
  attribution_model: WorkspaceSettings['attributionModel'];
  holdout_percent: string;
  frequency_cap: WorkspaceSettings['frequencyCap'];
  quiet_hours: WorkspaceSettings['quietHours'];
  retention_days: number;
  digest: WorkspaceSettings['digest'];
  personal_attributes: string[];
  allow_js_patches: boolean;
  respect_do_not_track: boolean;
  mail_public_leads: boolean;
  sender: WorkspaceSettings['sender'];
  created_at: Date;
  updated_at: Date;
}

const fromRow = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  publicKey: row.public_key,
  plan: row.plan,
  timezone: row.timezone,
  attributionModel: row.attribution_model,
  holdoutPercent: Number(row.holdout_percent),
  frequencyCap: row.frequency_cap,
  quietHours: row.quiet_hours,
  retentionDays: row.retention_days,
  digest: row.digest,
  personalAttributes: row.personal_attributes,
  allowJsPatches: row.allow_js_patches,
  respectDoNotTrack: row.respect_do_not_track,
  mailPublicLeads: row.mail_public_leads,
  sender: row.sender,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Writes a workspace and the command that makes its schedule. */
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
  await queueDigestSync(database, workspace.id);
}

export async function findWorkspace(database: Database, id: string): Promise<Workspace | null> {
  const row = await database('workspaces').where({ id }).first<WorkspaceRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

export async function findWorkspaceByPublicKey(database: Database, publicKey: string): Promise<Workspace | null> {
  const row = await database('workspaces').where({ public_key: publicKey }).first<WorkspaceRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** Reads a workspace and locks it against other changes of its settings until the transaction ends. */
export async function lockWorkspace(transaction: Database, id: string): Promise<Workspace | null> {
  const row = await transaction('workspaces').where({ id }).forNoKeyUpdate().first<WorkspaceRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** Changes the settings that are given. */
export async function updateWorkspace(
  database: Database,
  id: string,
  changes: Partial<WorkspaceSettings>,
): Promise<void> {
  const json = (value: unknown): string | null | undefined =>
    value === undefined || value === null ? value : JSON.stringify(value);
  await database('workspaces')
    .where({ id })
    .update({
      name: changes.name,
      plan: changes.plan,
      timezone: changes.timezone,
      attribution_model: changes.attributionModel,
      holdout_percent: changes.holdoutPercent,
      frequency_cap: json(changes.frequencyCap),
      quiet_hours: json(changes.quietHours),
      retention_days: changes.retentionDays,
      digest: json(changes.digest),
      personal_attributes: changes.personalAttributes,
      allow_js_patches: changes.allowJsPatches,
      respect_do_not_track: changes.respectDoNotTrack,
      mail_public_leads: changes.mailPublicLeads,
      sender: json(changes.sender),
      updated_at: database.fn.now(),
    });
}

/** From when on a workspace keeps events, by its retention. */
export async function keptSince(database: Database, workspaceId: string, now: Date): Promise<Date> {
  const days = (await findWorkspace(database, workspaceId))?.retentionDays ?? 0;
  return new Date(now.getTime() - days * 86_400_000);
}
