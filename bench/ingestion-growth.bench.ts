import { newId } from '../db/connection/ids';
import { insertEvents, type EventToStore } from '../db/events/events';
import { parseEvents } from '../domain/events/parse-events';
import { connectBench } from './bench-database';
import { madeEvent, startEventService } from './event-service';

/**
 * Measures the cost of storing an event as the table grows from nothing to ten million rows over 90 days, in groups of
 * 200, as group commit creates them under load. BENCH_ROWS changes the number of rows.
 */

const rows = Number(process.env['BENCH_ROWS'] ?? 10_000_000);
const steps = [0, rows / 10, rows];

async function main(): Promise<void> {
  const service = await startEventService();
  const { workspaceId } = service.demo;
  const database = connectBench(service.databaseUrl, 3);
  try {
    const rates: number[] = [];
    let filled = 0;
    for (const step of steps) {
      await fill(filled, step);
      filled = step;
      await measure(2_000);
      rates.push(await measure(8_000));
      console.log(`  ${step} rows: ${rates.at(-1)?.toFixed(0)} events/s`);
    }
    const [empty = NaN, , full = NaN] = rates;
    console.log(`ingestion-growth: with ${rows} rows ${(full / empty).toFixed(2)} of the rate with none`);
  } finally {
    await database.destroy();
    await service.stop();
  }

  async function fill(from: number, to: number): Promise<void> {
    const portion = 500_000;
    await database.raw(`select ensure_event_partitions((now() - interval '4 months')::date, now()::date)`);
    for (let start = from; start < to; start += portion) {
      await database.raw(
        `insert into events (workspace_id, id, occurred_at, received_at, type, visitor_id, url, channel, data)
         select ?, 'evt_fill_' || n, now() - (n % 7776000) * interval '1 second', now(), 'pageview',
                'visitor-' || (n % 1000000), 'https://shop.example.com/' || n % 100, 'direct', '{"title": "Pricing"}'
           from generate_series(?::bigint, ?::bigint) n`,
        [workspaceId, start + 1, Math.min(start + portion, to)],
      );
    }
    await database.raw('checkpoint');
  }

  /** Returns events per second, measured for `ms` milliseconds, with two groups at a time. */
  async function measure(ms: number): Promise<number> {
    const endsAt = performance.now() + ms;
    let stored = 0;
    const one = async (): Promise<void> => {
      while (performance.now() < endsAt) {
        await insertEvents(database, groupOf(workspaceId));
        stored += 200;
      }
    };
    await Promise.all([one(), one()]);
    return (1_000 * stored) / ms;
  }
}

function groupOf(workspaceId: string): EventToStore[] {
  const receivedAt = new Date();
  const items = Array.from({ length: 200 }, madeEvent);
  const { events } = parseEvents(items, {}, { origin: 'public', receivedAt, isBot: false });
  return events.map(({ email: _email, ...event }) => ({
    ...event,
    id: newId('event'),
    workspaceId,
    receivedAt,
    endUserId: null,
  }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
