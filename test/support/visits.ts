import { newId } from '../../db/connection/ids';
import type { World } from './world';

/** A browser event at a time in the past. */
export interface Visit {
  visitorId: string;
  at: Date;
  url: string;
  referrer?: string;
  type?: string;
  data?: object;
}

/** Sends events as a snippet would: through the public route, with their own times. */
export async function sendVisits(world: World, visits: readonly Visit[]): Promise<void> {
  const { status, body } = await world.api.post('/api/events', {
    workspaceKey: world.demo.workspaceKey,
    events: visits.map(({ at, type = 'pageview', ...visit }) => ({ ...visit, type, timestamp: at.toISOString() })),
  });
  expect([status, body.rejected]).toEqual([200, undefined]);
}

/** Defines a conversion by the name of a custom event, before such events exist. @returns its id */
export async function createConversion(
  world: World,
  { name, eventName, isPrimary = false }: { name: string; eventName: string; isPrimary?: boolean },
): Promise<string> {
  const id = newId('conversion');
  const kind = { type: 'custom_event', event_type: eventName, is_primary: isPrimary };
  await world.database('conversions').insert({ workspace_id: world.demo.workspaceId, id, name, ...kind });
  return id;
}
