import type { DemoState } from '../../domain/accounts/demo/schemas';
import type { WorkspaceSettings } from '../../domain/accounts/schemas';
import { defaultIgnoredReferrers } from '../../domain/analytics/ignored-referrers';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { replaceExchangeRates, selectExchangeRates } from './exchange-rates';
import { queueDigestSync } from '../digests/digests';

/** A tenant. */
export interface Workspace extends WorkspaceSettings {
  id: string;
  publicKey: string;
  createdAt: Date;
  updatedAt: Date;
  /** Since when it accepts no requests; null if it accepts them. */
  pausedAt: Date | null;
  /** Progress of filling a demo workspace; null for other workspaces. */
  demo: DemoState | null;
}

type WorkspaceRow = Omit<Workspace, 'holdoutPercent' | 'ignoredReferrers'> & {
  holdoutPercent: string;
  /** Null for the default list. */
  ignoredReferrers: string[] | null;
};

const columns = columnsOf<Omit<WorkspaceRow, 'exchangeRates'>>()(
  'id',
  'name',
  'publicKey',
  'plan',
  'timezone',
  'attributionModel',
  'holdoutPercent',
  'frequencyCap',
  'quietHours',
  'unknownOutcome',
  'retentionDays',
  'digest',
  'personalAttributes',
  'searchAttributes',
  'allowJsPatches',
  'respectDoNotTrack',
  'mailPublicLeads',
  'hideGettingStarted',
  'internalDomains',
  'ignoredReferrers',
  'sender',
  'createdAt',
  'updatedAt',
  'pausedAt',
  'demo',
);

const fromRow = (row: WorkspaceRow): Workspace => ({
  ...row,
  holdoutPercent: Number(row.holdoutPercent),
  ignoredReferrers: row.ignoredReferrers ?? [...defaultIgnoredReferrers],
});

/** Stores a workspace and the command that creates its schedule. */
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

export async function hasWorkspaces(database: Database): Promise<boolean> {
  return (await database('workspaces').first('id')) !== undefined;
}

const readOne = (database: Database, where: { id: string } | { public_key: string }) =>
  database('workspaces')
    .where(where)
    .first<WorkspaceRow | undefined>(...columns, database.raw(selectExchangeRates));

export async function findWorkspace(database: Database, id: string): Promise<Workspace | null> {
  const row = await readOne(database, { id }).options(preparedAs(database, 'find-workspace'));
  return row === undefined ? null : fromRow(row);
}

export async function findWorkspaceByPublicKey(database: Database, publicKey: string): Promise<Workspace | null> {
  const row = await readOne(database, { public_key: publicKey });
  return row === undefined ? null : fromRow(row);
}

/** Reads a workspace and locks it against other changes of its settings until the transaction ends. */
export async function lockWorkspace(transaction: Database, id: string): Promise<Workspace | null> {
  const row = await readOne(transaction, { id }).forNoKeyUpdate();
  return row === undefined ? null : fromRow(row);
}

/** Settings to change. A null `ignoredReferrers` restores the default list. */
type SettingsChanges = Partial<
  Omit<WorkspaceSettings, 'ignoredReferrers'> & { ignoredReferrers: string[] | null | undefined }
>;

/** Updates the given settings. */
export async function updateWorkspace(database: Database, id: string, changes: SettingsChanges): Promise<void> {
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
      unknown_outcome: changes.unknownOutcome,
      retention_days: changes.retentionDays,
      digest: json(changes.digest),
      personal_attributes: changes.personalAttributes,
      search_attributes: changes.searchAttributes,
      allow_js_patches: changes.allowJsPatches,
      respect_do_not_track: changes.respectDoNotTrack,
      mail_public_leads: changes.mailPublicLeads,
      hide_getting_started: changes.hideGettingStarted,
      internal_domains: changes.internalDomains,
      ignored_referrers: changes.ignoredReferrers,
      sender: json(changes.sender),
      updated_at: database.fn.now(),
    });
  if (changes.exchangeRates !== undefined) await replaceExchangeRates(database, id, changes.exchangeRates);
}

/** Stores when the first test email of a workspace was sent. Later calls change nothing. */
export async function recordTestEmail(database: Database, id: string): Promise<void> {
  await database('workspaces')
    .where({ id })
    .whereNull('first_test_email_at')
    .update({ first_test_email_at: database.fn.now() });
}

/** Marks a workspace as a demo, with the progress of filling it. */
export async function setDemoState(database: Database, id: string, demo: DemoState): Promise<void> {
  await database('workspaces')
    .where({ id })
    .update({ demo: JSON.stringify(demo) });
}

/** Returns whether a workspace is paused and accepts no requests; false if it does not exist. */
export async function isPaused(database: Database, id: string): Promise<boolean> {
  const row = await database('workspaces')
    .where({ id })
    .whereNotNull('paused_at')
    .first<{ id: string } | undefined>('id');
  return row !== undefined;
}

/**
 * Pauses or resumes a workspace.
 * @returns since when it is paused; null if it is not
 */
export async function setPaused(transaction: Database, id: string, isPaused: boolean): Promise<Date | null> {
  const [row] = await transaction('workspaces')
    .where({ id })
    .update({ paused_at: isPaused ? transaction.fn.now() : null })
    .returning<{ pausedAt: Date | null }[]>('paused_at as pausedAt');
  return row?.pausedAt ?? null;
}

/** Deletes a workspace. All of its other rows have to be deleted first. */
export async function deleteWorkspace(transaction: Database, id: string): Promise<void> {
  await transaction('workspaces').where({ id }).delete();
}
