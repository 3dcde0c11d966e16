import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { lockCommunication } from '../../db/communications/communications';
import {
  isPublished,
  listImported,
  lockImports,
  recordImported,
  saveItem,
  type ItemFields,
  type StoredImport,
} from '../../db/journeys/imports';
import { lockJourney } from '../../db/journeys/journeys';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { assertMayWrite } from '../../domain/communications/permissions';
import { AppError, type ErrorDetail } from '../../domain/errors';
import { digestOf, resolveJourney, type ItemIds, type ReadBundle } from '../../domain/journeys/import/bundle';
import type {
  Bundle,
  BundleJourney,
  ImportedCounts,
  ImportedItem,
  importedBundle,
  ItemKind,
} from '../../domain/journeys/import/schemas';
import { waitProblems } from '../../domain/journeys/steps/wait/limits';
import { recordAct } from '../audit/record-act';
import { createJourney } from './create-journey';
import { isAllowed } from '../../domain/journeys/lifecycle';
import { refuseLongWaits } from './draft-definition';
import { updateJourney } from './update-journey';
import type { Context, Pause } from '../ports';

type Result = keyof z.infer<typeof importedBundle>;
type Counts = Record<Result, ImportedCounts>;

const lists = {
  journey: 'journeys',
  communication: 'communications',
  audience: 'audiences',
  trigger_contract: 'triggerContracts',
} as const satisfies Record<ItemKind, keyof ImportedCounts>;

const none = (): ImportedCounts => ({ journeys: 0, communications: 0, audiences: 0, triggerContracts: 0 });

/** What an import did. */
export interface ImportResult {
  counts: Counts;
  items: ImportedItem[];
}

/**
 * Applies a bundle in one transaction. Creates new items, updates items that changed since their last import, and leaves
 * others unchanged, including manual edits. Changes only drafts, never published versions.
 * @throws AppError NOT_FOUND for an unknown workspace, FORBIDDEN for a transactional communication that the actor may not
 * overwrite, and the errors of its parts
 */
export const importBundle = (
  context: Pick<Context, 'database' | 'clock' | 'pause'>,
  actor: Actor,
  bundle: ReadBundle,
): Promise<ImportResult> =>
  context.database.transaction((transaction) => importAll({ ...context, transaction }, actor, bundle));

async function importAll(
  { transaction, clock, pause }: Pick<Context, 'clock' | 'pause'> & { transaction: Database },
  actor: Actor,
  { bundle, references }: ReadBundle,
): Promise<ImportResult> {
  const { workspaceId } = actor;
  refuseLongWaits(longWaitsOf(bundle, clock.now()));
  await lockImports(transaction, workspaceId);
  if ((await findWorkspace(transaction, workspaceId)) === null) {
    throw new AppError('NOT_FOUND', `Workspace "${workspaceId}" does not exist.`);
  }
  const counts: Counts = { created: none(), updated: none(), unchanged: none() };
  const target: Target = { transaction, actor, source: bundle.source, references, counts, items: [], pause };
  const ids: ItemIds = {
    communication: await importItems(target, 'communication', communicationsOf(bundle)),
    audience: await importItems(target, 'audience', audiencesOf(bundle)),
    trigger_contract: await importItems(target, 'trigger_contract', triggerContractsOf(bundle)),
  };
  await importJourneys(target, bundle.journeys, ids);
  await auditWhole(target);
  return { counts, items: target.items };
}

const longWaitsOf = ({ journeys }: Bundle, now: Date): ErrorDetail[] =>
  journeys.flatMap(({ steps = [] }, index) =>
    waitProblems(steps, now).map(({ path, message }) => ({ path: `journeys.${index}.${path}`, message })),
  );

interface Target {
  transaction: Database;
  actor: Actor;
  source: string;
  /** What the templates of communications refer to, by external id. */
  references: ReadBundle['references'];
  counts: Counts;
  items: ImportedItem[];
  /** Called after each item, because the digest of hundreds of steps blocks the event loop. */
  pause: Pause;
}

/** Counts the result of an item, and adds it to the response. */
function note({ counts, items }: Target, item: ImportedItem): void {
  counts[item.result][lists[item.kind]] += 1;
  items.push(item);
}

interface NamedItem {
  externalId: string;
  fields: ItemFields;
}

const communicationsOf = (bundle: Bundle): NamedItem[] =>
  bundle.communications.map(({ externalId, name, commType, slots, html = null, text = null, tracking, problem }) => ({
    externalId,
    fields: { kind: 'communication', name, commType, content: { slots, html, text, tracking }, problem },
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
async function importItems(
  target: Target,
  kind: Exclude<ItemKind, 'journey'>,
  items: readonly NamedItem[],
): Promise<Map<string, string>> {
  const imported = await importedOf(target, kind, items);
  const ids = new Map<string, string>();
  for (const item of items) {
    ids.set(item.externalId, await importItem(target, item, imported.get(item.externalId)));
    await target.pause();
  }
  return ids;
}

const importedOf = (
  { transaction, actor: { workspaceId } }: Target,
  kind: ItemKind,
  items: readonly { externalId: string }[],
): Promise<Map<string, StoredImport>> =>
  listImported(
    transaction,
    workspaceId,
    kind,
    items.map(({ externalId }) => externalId),
  );

async function importItem(
  target: Target,
  { externalId, fields }: NamedItem,
  found: StoredImport | undefined,
): Promise<string> {
  const { transaction, actor } = target;
  const { workspaceId } = actor;
  const { kind } = fields;
  const digest = digestOf(fields);
  if (found?.digest === digest) {
    note(target, { kind, externalId, id: found.itemId, result: 'unchanged' });
    return found.itemId;
  }
  const read = fields.kind === 'communication' ? { references: target.references.get(externalId) ?? {} } : {};
  const overwritten = await overwritable(target, found?.itemId, kind);
  const id = await saveItem(transaction, workspaceId, overwritten, { ...fields, ...read });
  await recordImported(transaction, workspaceId, { kind, externalId, itemId: id, digest });
  note(target, { kind, externalId, id, result: found === undefined ? 'created' : 'updated' });
  return id;
}

/**
 * Returns the id to overwrite. An audience or trigger contract of a published version is not overwritten, so that its id
 * still shows what the version uses. The draft gets a new one.
 * @throws AppError FORBIDDEN for a communication that has become transactional, because a change would apply immediately
 */
async function overwritable(
  { transaction, actor: { workspaceId, role } }: Target,
  itemId: string | undefined,
  kind: ItemFields['kind'],
): Promise<string | null> {
  if (itemId === undefined) return null;
  if (kind === 'communication') {
    assertMayWrite(role, (await lockCommunication(transaction, workspaceId, itemId))?.commType);
    return itemId;
  }
  return (await isPublished(transaction, workspaceId, kind, itemId)) ? null : itemId;
}

async function importJourneys(target: Target, journeys: readonly BundleJourney[], ids: ItemIds): Promise<void> {
  const imported = await importedOf(target, 'journey', journeys);
  for (const journey of journeys) {
    await importJourney({ ...target, found: imported.get(journey.externalId) }, journey, ids);
    await target.pause();
  }
}

async function importJourney(
  target: Target & { found: StoredImport | undefined },
  journey: BundleJourney,
  ids: ItemIds,
): Promise<void> {
  const { transaction, actor, found } = target;
  const { externalId } = journey;
  const body = resolveJourney(journey, ids);
  const digest = digestOf(body);
  if (found?.digest === digest) {
    note(target, { kind: 'journey', externalId, id: found.itemId, result: 'unchanged' });
    return;
  }
  const updated = found === undefined ? null : await updateDraft(target, found.itemId, body);
  const id = updated ?? (await createJourney({ database: transaction }, actor, body));
  await recordImported(transaction, actor.workspaceId, { kind: 'journey', externalId, itemId: id, digest });
  note(target, { kind: 'journey', externalId, id, result: updated === null ? 'created' : 'updated' });
  const metadata = { source: target.source, externalId };
  await recordAct(transaction, actor, 'bundle.imported', { subject: { type: 'journey', id }, metadata });
}

/** Updates the draft. @returns the journey's id; null if it is archived or deleted, so that a new one replaces it */
async function updateDraft(
  { transaction, actor }: Target,
  id: string,
  { name, description, ...versioned }: Omit<BundleJourney, 'externalId'>,
): Promise<string | null> {
  const journey = await lockJourney(transaction, actor.workspaceId, id);
  if (journey === null || !isAllowed(journey.status, 'edit')) return null;
  // Name and description have no versions, so a published journey keeps them.
  const described = journey.latestVersion === null ? { name, description } : {};
  const updatedAt = journey.updatedAt.toISOString();
  await updateJourney({ database: transaction }, actor, id, { ...described, ...versioned, updatedAt });
  return id;
}

/** Records the import in the audit log, unless it changed nothing. */
async function auditWhole({ transaction, actor, source, counts: { created, updated } }: Target): Promise<void> {
  const changes = [...Object.values(created), ...Object.values(updated)].reduce((sum, part) => sum + part, 0);
  if (changes === 0) return;
  await recordAct(transaction, actor, 'bundle.imported', { metadata: { source, created, updated } });
}
