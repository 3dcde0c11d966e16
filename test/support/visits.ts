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
