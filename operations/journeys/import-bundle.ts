import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import {
  findImported,
  isPublished,
  lockImports,
  recordImported,
  saveItem,
  type ItemFields,
} from '../../db/journeys/imports';
import { lockJourney } from '../../db/journeys/journeys';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { AppError } from '../../domain/errors';
import {
  digestOf,
  resolveJourney,
  type ItemIds,
  type ItemKind,
  type ReadBundle,
} from '../../domain/journeys/import/bundle';
import type { Bundle, BundleJourney, ImportedCounts, importedBundle } from '../../domain/journeys/import/schemas';
import type { Actor } from '../../domain/accounts/actor';
import { recordAct } from '../audit/record-act';
import { createJourney } from './create-journey';
import { updateJourney } from './update-journey';

type Result = keyof z.infer<typeof importedBundle>;
type Counts = Record<Result, ImportedCounts>;

const lists = {
  journey: 'journeys',
  communication: 'communications',
  audience: 'audiences',
  trigger_contract: 'triggerContracts',
} as const satisfies Record<ItemKind, keyof ImportedCounts>;

const none = (): ImportedCounts => ({ journeys: 0, communications: 0, audiences: 0, triggerContracts: 0 });

/**
 * Applies a bundle: what is new is created, what says something else than at the last import is updated, the rest is left as it
 * is, changes by hand too. Touches drafts only: nothing that is published changes. All of it happens or nothing.
 * @throws AppError NOT_FOUND for an unknown workspace, and what else its parts refuse
 */
export const importBundle = (database: Database, workspaceId: string, bundle: ReadBundle): Promise<Counts> =>
  database.transaction((transaction) => importAll(transaction, workspaceId, bundle));

async function importAll(
  transaction: Database,
  workspaceId: string,
  { bundle, references }: ReadBundle,
): Promise<Counts> {
  await lockImports(transaction, workspaceId);
  if ((await findWorkspace(transaction, workspaceId)) === null) {
    throw new AppError('NOT_FOUND', `Workspace "${workspaceId}" does not exist.`);
  }
  const counts: Counts = { created: none(), updated: none(), unchanged: none() };
  const target = { transaction, workspaceId, source: bundle.source, references, counts };
  const ids: ItemIds = {
    communication: await importItems(target, communicationsOf(bundle)),
    audience: await importItems(target, audiencesOf(bundle)),
    trigger_contract: await importItems(target, triggerContractsOf(bundle)),
  };
  for (const journey of bundle.journeys) await importJourney(target, journey, ids);
  await auditWhole(target);
  return counts;
}

interface Target {
  transaction: Database;
  workspaceId: string;
  source: string;
  /** What the templates of communications refer to, by external id. */
  references: ReadBundle['references'];
  counts: Counts;
}

interface NamedItem {
  externalId: string;
  fields: ItemFields;
}

const communicationsOf = (bundle: Bundle): NamedItem[] =>
  bundle.communications.map(({ externalId, name, commType, slots, html = null, text = null, tracking }) => ({
    externalId,
    fields: { kind: 'communication', name, commType, content: { slots, html, text, tracking } },
  }));

const audiencesOf = (bundle: Bundle): NamedItem[] =>
  bundle.audiences.map(({ externalId, name, condition }) => ({
    externalId,
    fields: { kind: 'audience', name, condition },
  }));

const triggerContractsOf = (bundle: Bundle): NamedItem[] =>
  bundle.triggerContracts.map(({ externalId, eventName, name = eventName, where = null }) => ({
    externalId,
    fields: { kind: 'trigger_contract', name, eventName, where },
  }));

/** @returns the workspace's ids by external id */
async function importItems(target: Target, items: readonly NamedItem[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const item of items) ids.set(item.externalId, await importItem(target, item));
  return ids;
}

async function importItem(target: Target, { externalId, fields }: NamedItem): Promise<string> {
  const { transaction, workspaceId, counts } = target;
  const { kind } = fields;
  const digest = digestOf(fields);
  const found = await findImported(transaction, workspaceId, kind, externalId);
  if (found?.digest === digest) {
    counts.unchanged[lists[kind]] += 1;
    return found.itemId;
  }
  const read = fields.kind === 'communication' ? { references: target.references.get(externalId) ?? {} } : {};
  const id = await overwritable(target, found?.itemId, kind);
  const itemId = await saveItem(transaction, workspaceId, id, { ...fields, ...read });
  await recordImported(transaction, workspaceId, { kind, externalId, itemId, digest });
  counts[found === null ? 'created' : 'updated'][lists[kind]] += 1;
  return itemId;
}

/**
 * The id to write over. An audience or trigger contract that a published version names keeps its words, so that what the version
 * froze can still be read under its id, and the draft gets one of its own.
 */
async function overwritable(
  { transaction, workspaceId }: Target,
  itemId: string | undefined,
  kind: ItemFields['kind'],
): Promise<string | null> {
  if (itemId === undefined) return null;
  if (kind === 'communication') return itemId;
  return (await isPublished(transaction, workspaceId, kind, itemId)) ? null : itemId;
}

async function importJourney(target: Target, journey: BundleJourney, ids: ItemIds): Promise<void> {
  const { transaction, workspaceId, counts } = target;
  const { externalId } = journey;
  const body = resolveJourney(journey, ids);
  const digest = digestOf(body);
  const found = await findImported(transaction, workspaceId, 'journey', externalId);
  if (found?.digest === digest) {
    counts.unchanged.journeys += 1;
    return;
  }
  const updated = found === null ? null : await updateDraft(target, found.itemId, body);
  const itemId = updated ?? (await createJourney(transaction, importer(workspaceId), body));
  await recordImported(transaction, workspaceId, { kind: 'journey', externalId, itemId, digest });
  counts[updated === null ? 'created' : 'updated'].journeys += 1;
  const subject = { type: 'journey', id: itemId } as const;
  const metadata = { source: target.source, externalId };
  await recordAct(transaction, importer(workspaceId), 'bundle.imported', { subject, metadata });
}

/** Writes the draft. @returns the journey's id, or null when it is archived: then a new one takes its place */
async function updateDraft(
  { transaction, workspaceId }: Target,
  id: string,
  { name, description, ...versioned }: Omit<BundleJourney, 'externalId'>,
): Promise<string | null> {
  const journey = await lockJourney(transaction, workspaceId, id);
  if (journey === null || journey.status === 'archived') return null;
  // Name and description are not versioned: those of a journey that was published are not a draft's.
  const described = journey.latestVersion === null ? { name, description } : {};
  const updatedAt = journey.updatedAt.toISOString();
  await updateJourney(transaction, importer(workspaceId), id, { ...described, ...versioned, updatedAt });
  return id;
}

/** Who imports: the service itself, on behalf of the holder of the shared secret. */
const importer = (workspaceId: string): Actor => ({ workspaceId, id: 'system', role: 'admin' });

/** One entry for an import that changed anything; a repeat leaves no trace. */
async function auditWhole({ transaction, workspaceId, source, counts }: Target): Promise<void> {
  const { created, updated } = counts;
  const changes = [...Object.values(created), ...Object.values(updated)].reduce((sum, part) => sum + part, 0);
  if (changes === 0) return;
  await recordAct(transaction, importer(workspaceId), 'bundle.imported', { metadata: { source, created, updated } });
}
