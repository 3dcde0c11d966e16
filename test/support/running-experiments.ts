import type { World } from './world';

export const pricesPage = 'https://shop.example.com/prices';

export interface ReportedEvent {
  type: string;
  visitorId: string;
  data?: object;
  timestamp?: string;
}

/** Returns helpers for a test file that start experiments on one page, report its events, and read results. */
export function runningExperiments(world: World) {
  const variants = [
    { id: 'control', name: 'Control', weight: 0.5 },
    { id: 'blue', name: 'Blue', weight: 0.5 },
  ];
  return {
    async run(fields: object = {}): Promise<string> {
      const body = { name: 'Prices', targetUrl: pricesPage, variants, ...fields };
      const { status, body: made } = await world.api.post('/api/experiments', body);
      expect(status).toBe(201);
      expect((await world.api.patch(`/api/experiments/${made.id}`, { status: 'running' })).status).toBe(200);
      return made.id as string;
    },
    async resultsOf(id: string, query = '') {
      const { status, body } = await world.api.get(`/api/experiments/${id}/results${query}`);
      expect(status).toBe(200);
      return body;
    },
    async recordEvents(events: readonly ReportedEvent[]): Promise<void> {
      for (let start = 0; start < events.length; start += 500) {
        const batch = events.slice(start, start + 500).map((event) => ({ url: pricesPage, ...event }));
        const response = await world.api.post('/api/v1/events', { events: batch });
        expect(response.body).toMatchObject({ received: batch.length });
      }
    },
  };
}
