import { describeProperties, type EventSample } from '../../domain/events/property-catalog';
import type { Database } from '../../db/connection/pool';
import {
  countCatalogDay,
  limitCatalog,
  lockCatalog,
  sampleEvents,
  scheduleCatalog,
  storeProperties,
  takeCatalogDays,
  type CatalogDay,
} from '../../db/events/event-catalog';
import { findWorkspace } from '../../db/workspaces/workspaces';

/** Days per refresh. */
const daysAtOnce = 5;
/** Types that are sampled per statement, which limits the memory that it takes. */
const typesAtOnce = 50;
/** The shortest time between two refreshes in milliseconds. */
const shortestPauseMs = 10_000;
/** A refresh takes at most one part in this many of the time. */
const pauseFactor = 50;

/**
 * Counts the changed days of the catalog of event types, and samples the properties of the events of these days. The
 * next refresh waits in proportion to the cost of this one. Only one runs per workspace at a time.
 */
export async function refreshCatalog(database: Database, workspaceId: string): Promise<void> {
  const startedAt = performance.now();
  await database.transaction(
    async (transaction) => {
      await lockCatalog(transaction, workspaceId);
      const workspace = await findWorkspace(transaction, workspaceId);
      if (workspace === null) return;
      const { timezone, personalAttributes } = workspace;
      const days = await takeCatalogDays(transaction, workspaceId, daysAtOnce);
      for (const day of days) await refreshDay(transaction, { workspaceId, day, timezone }, personalAttributes);
      await limitCatalog(transaction, { workspaceId, timezone });
      const pauseMs = Math.max(shortestPauseMs, pauseFactor * (performance.now() - startedAt));
      // Older days of an import follow immediately.
      await scheduleCatalog(transaction, workspaceId, days.length === daysAtOnce ? pauseMs / 10 : pauseMs);
    },
    { isolationLevel: 'read committed' },
  );
}

async function refreshDay(
  transaction: Database,
  day: CatalogDay,
  personalAttributes: readonly string[],
): Promise<void> {
  const types = await countCatalogDay(transaction, day);
  for (let start = 0; start < types.length; start += typesAtOnce) {
    const samples = await sampleEvents(transaction, day, types.slice(start, start + typesAtOnce));
    const byType = new Map<string, EventSample[]>();
    for (const sample of samples) byType.set(sample.type, [...(byType.get(sample.type) ?? []), sample]);
    const properties = [...byType].flatMap(([type, own]) =>
      describeProperties(own, personalAttributes).map((property) => ({ type, ...property })),
    );
    await storeProperties(transaction, day.workspaceId, properties);
  }
}
