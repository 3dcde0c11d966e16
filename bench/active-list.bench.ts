import { connect } from '../db/connection';
import { insertExperiment } from '../db/experiments';
import { startProcess } from '../test/support/process';
import { startEventService } from './event-service';
import { load } from './load';
import { median } from './median';

/** The list of active experiments, which every page view may ask for, against a bare Koa route with the same bytes. In alternating rounds. */

const rounds = 5;
const measured = { connections: 16, seconds: 3 };
const variantsOf = (index: number) =>
  ['control', 'treatment'].map((id) => ({
    ...{ id, name: id, weight: 0.5, css: `main { order: ${index} }` },
    patch: { selector: 'h1', action: 'set' as const, attribute: 'title', value: `${id} of ${index}` },
  }));

async function main(): Promise<void> {
  const service = await startEventService();
  let stopFloor = (): Promise<unknown> => Promise.resolve();
  try {
    const database = connect({ url: service.databaseUrl, poolSize: 1, applicationName: 'apex-bench' });
    for (let index = 0; index < 5; index += 1) {
      const { workspaceId } = service.demo;
      const fields = { name: `Experiment ${index}`, status: 'running' as const, targetUrl: `/page-${index}` };
      await insertExperiment(database, { workspaceId, ...fields, variants: variantsOf(index) });
    }
    await database.destroy();
    const url = new URL(`/api/experiments/active?key=${service.demo.workspaceKey}`, service.eventsUrl).href;
    // Tags differ by encoding, and the load asks for none.
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const [body, etag] = [await answer.text(), answer.headers.get('etag') ?? ''];
    const floor = await startProcess({
      entry: 'bench/active-list-floor.ts',
      env: { FLOOR_BODY: body, FLOOR_ETAG: etag, NODE_ENV: 'production' },
    });
    stopFloor = () => floor.stop();
    const asked = {
      bare: () => load(`http://127.0.0.1:${floor.ready.port}/`, measured),
      list: () => load(url, measured),
      unchanged: () => load(url, { ...measured, headers: { 'if-none-match': etag }, status: 304 }),
    };
    const rates: Record<keyof typeof asked, number[]> = { bare: [], list: [], unchanged: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, ask] of Object.entries(asked) as [keyof typeof asked, () => ReturnType<typeof load>][]) {
        const { rate } = await ask();
        // The first round warms up.
        if (round > 0) rates[name].push(rate);
      }
    }
    const [bare, list, unchanged] = [median(rates.bare), median(rates.list), median(rates.unchanged)];
    console.log(
      `bare Koa ${bare.toFixed(0)}/s of ${body.length} bytes; list ${list.toFixed(0)}/s; 304 ${unchanged.toFixed(0)}/s`,
    );
    console.log(
      `active-list: ${(list / bare).toFixed(2)} of the floor, wanted is 0.85; 304: ${(unchanged / bare).toFixed(2)}, wanted is 0.85`,
    );
  } finally {
    await stopFloor();
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
