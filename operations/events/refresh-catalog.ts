import { describeProperties, type EventSample } from '../../domain/events/property-catalog';
import type { Database } from '../../db/connection/pool';
import {
  countCatalogDay,
  findQueuedDay,
  limitCatalog,
  lockCatalog,
  sampleEvents,
  scheduleCatalog,
  settleQueuedDay,
  storeProperties,
  type CatalogDay,
} from '../../db/events/event-catalog';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Context } from '../ports';

/** Milliseconds after which a refresh starts no other day. */
const longestMs = 3_000;
/** Types that are sampled per statement, which limits the memory that it takes. */
const typeBatchSize = 50;
/** The shortest time between two refreshes in milliseconds. */
const shortestPauseMs = 10_000;
/** A refresh takes at most one part in this many of the time. */
const pauseFactor = 50;

/**
 * Counts the changed days of the catalog of event types, newest first, and samples the properties of their events. The
 * next refresh waits in proportion to the cost of this one. Safe to repeat and to interrupt.
 */
export async function refreshCatalog({ database }: Pick<Context, 'database'>, workspaceId: string): Promise<void> {
  const startedAt = performance.now();
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) return;
  const { timezone, personalAttributes } = workspace;
  let next = await findQueuedDay(database, workspaceId, null);
  while (next !== null && performance.now() - startedAt < longestMs) {
    const queued = next;
    await inCatalog(database, workspaceId, async (transaction) => {
      await refreshDay(transaction, { workspaceId, day: queued.day, timezone }, personalAttributes);
      // Last, because a drain that queues the day waits for it.
      await settleQueuedDay(transaction, workspaceId, queued);
    });
    next = await findQueuedDay(database, workspaceId, queued.day);
  }
  const pauseMs = pauseFactor * (performance.now() - startedAt);
  await inCatalog(database, workspaceId, async (transaction) => {
    await limitCatalog(transaction, { workspaceId, timezone });
    // The other days, such as those of an import, follow sooner.
    await scheduleCatalog(transaction, workspaceId, Math.max(shortestPauseMs, next === null ? pauseMs : pauseMs / 10));
  });
}

/** Changes the catalog of a workspace in a transaction, one at a time. Each statement sees what was committed before. */
const inCatalog = (
  database: Database,
  workspaceId: string,
  work: (transaction: Database) => Promise<void>,
): Promise<void> =>
  database.transaction(
    async (transaction) => {
      await lockCatalog(transaction, workspaceId);
      await work(transaction);
    },
    { isolationLevel: 'read committed' },
  );

async function refreshDay(
  transaction: Database,
  day: CatalogDay,
  personalAttributes: readonly string[],
): Promise<void> {
  const types = await countCatalogDay(transaction, day);
  for (let start = 0; start < types.length; start += typeBatchSize) {
    const samples = await sampleEvents(transaction, day, types.slice(start, start + typeBatchSize));
    const byType = new Map<string, EventSample[]>();
    for (const sample of samples) byType.set(sample.type, [...(byType.get(sample.type) ?? []), sample]);
    const properties = [...byType].flatMap(([type, own]) =>
      describeProperties(own, personalAttributes).map((property) => ({ type, ...property })),
    );
    await storeProperties(transaction, day.workspaceId, properties);
  }
}
