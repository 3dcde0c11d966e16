import { connect } from '../db/connection/pool';
import { insertExperiment } from '../db/experiments/experiments';
import { startProcess } from '../test/support/process';
import { startEventService } from './event-service';
import { load, type LoadOptions } from './load';
import { median } from './median';

/**
 * Compares the list of active experiments, which every page view may request, with a bare Koa route that returns the
 * same bytes, in alternating rounds.
 */

/** Short and many, because the speed of the machine changes from one second to the next. */
const rounds = 12;
const measured = { connections: 16, seconds: 1.5 };
const warmUpSeconds = 5;
const variantsOf = (index: number) =>
  ['control', 'treatment'].map((id) => ({
    id,
    name: id,
    weight: 0.5,
    css: `main { order: ${index} }`,
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
    // ETags differ by encoding, and the load accepts no encoding.
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const [body, etag] = [await response.text(), response.headers.get('etag') ?? ''];
    const floor = await startProcess({
      entry: 'bench/active-list-floor.ts',
      env: { FLOOR_BODY: body, FLOOR_ETAG: etag, NODE_ENV: 'production' },
    });
    stopFloor = () => floor.stop();
    const loadOptions = {
      bare: { url: `http://127.0.0.1:${floor.ready.port}/`, ...measured },
      list: { url, ...measured },
      unchanged: { url, ...measured, headers: { 'if-none-match': etag }, status: 304 },
    };
    for (const { url: target, ...options } of Object.values(loadOptions)) {
      await load(target, { ...options, seconds: warmUpSeconds });
    }
    const ratios: Record<'list' | 'unchanged', number[]> = { list: [], unchanged: [] };
    for (let round = 0; round < rounds; round += 1) {
      const [bare, list, unchanged] = [
        await measure(loadOptions.bare),
        await measure(loadOptions.list),
        await measure(loadOptions.unchanged),
      ];
      ratios.list.push(list / bare);
      ratios.unchanged.push(unchanged / bare);
      console.log(
        `  bare Koa ${bare.toFixed(0)}/s of ${body.length} bytes   list ${list.toFixed(0)}/s   304 ${unchanged.toFixed(0)}/s`,
      );
    }
    console.log(
      `active-list: ${median(ratios.list).toFixed(2)} of the floor, wanted is 0.85; 304: ${median(ratios.unchanged).toFixed(2)}, wanted is 0.85`,
    );
  } finally {
    await stopFloor();
    await service.stop();
  }
}

const measure = async ({ url, ...options }: LoadOptions & { url: string }): Promise<number> =>
  (await load(url, options)).rate;

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
