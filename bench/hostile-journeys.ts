import { rowsOf } from '../db/connection/statements';
import { costly, costlyMessages } from './hostile-bodies';
import type { Target } from './hostile-requests';
import { eventOfNewPerson, until, type JourneyService } from './journey-service';

/** Journeys of a hostile tenant. Each sends a message that is slow to render. */
export interface HostileJourneys {
  /** Starts one, for a new person. */
  start(): Promise<void>;
  started(): number;
  /** Resolves when all of them have ended. */
  settled(): Promise<void>;
}

export async function publishHostileJourneys(
  { database, baseUrl }: Pick<JourneyService, 'database' | 'baseUrl'>,
  { serverKey, workspaceId }: Pick<Target, 'serverKey' | 'workspaceId'>,
): Promise<HostileJourneys> {
  const post = async (path: string, body: object = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'x-api-key': serverKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  for (const [index, html] of costlyMessages.entries()) {
    const message = await post('/api/communications', { ...costly(html), slots: { subject: 'Costly' } });
    const contract = await post('/api/trigger-contracts', { eventName: `hostile_${index}` });
    const { id } = await post('/api/journeys', {
      name: `Hostile ${index}`,
      triggerContractId: contract['id'],
      holdoutPercent: 0,
      steps: [
        { id: 'mail', kind: 'send', communicationId: message['id'], next: 'end' },
        { id: 'end', kind: 'exit' },
      ],
    });
    await post(`/api/journeys/${String(id)}/publish`);
  }
  let started = 0;
  const countEnded = async (): Promise<number> => {
    const [row] = await rowsOf<{ count: number }>(
      database.raw(`select count(*)::int as count from executions where workspace_id = ? and status <> 'RUNNING'`, [
        workspaceId,
      ]),
    );
    return row?.count ?? 0;
  };
  return {
    async start() {
      started += 1;
      await post('/api/v1/events', eventOfNewPerson(`hostile_${started % costlyMessages.length}`));
    },
    started: () => started,
    settled: () => until(async () => (await countEnded()) >= started, { everyMs: 200, withinMs: 120_000 }),
  };
}
