import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SettingsError } from '../config';
import { temporalViews, viewUrl } from '../tools/temporal-views';
import { readCredentials, type Credentials } from './credentials';
import { demoApi } from './demo-api';
import { openLiveShop, type LiveCounts } from './demo-shop/live-shop';

/**
 * `npm run demo`: adds visitors to the Demo shop of a running service, through its public API, until Ctrl-C or for some
 * minutes. Prints what people do and the pages to open.
 */

const usage = 'Usage: npm run demo [-- --minutes 2]';
/** Milliseconds between two visitors, on average. */
const visitorEveryMs = 1_200;
const summaryEveryMs = 30_000;
/** Time for requests that were sent to get their responses. */
const endWithinMs = 3_000;

async function main(): Promise<void> {
  const minutes = readMinutes();
  const root = path.resolve(__dirname, '..');
  const folder = path.resolve(root, process.env['DATA_DIR'] ?? '.data');
  const credentials = readCredentials(folder);
  if (credentials === undefined) {
    throw new SettingsError(`${folder} has no credentials.json. Start the service first: npm start`);
  }
  const { demo, baseUrl } = credentials;
  if (demo === undefined) {
    throw new SettingsError(
      'This data folder has no Demo shop, because it was created with DEMO=off or by an older version. ' +
        'Start the service with a new folder: DATA_DIR=.data-demo npm start. Then: DATA_DIR=.data-demo npm run demo',
    );
  }
  await untilFilled(baseUrl, demo.serverKey);
  printPages(credentials, minutes);
  const stop = stopAfter(minutes);
  const shop = openLiveShop(baseUrl, demo, (line) => console.log(`${time()}  ${line}`));
  await runVisits(shop, stop);
  console.log(`\nStopped after ${describeCounts(shop.counts)}.`);
}

/** @throws SettingsError for other arguments */
function readMinutes(): number | undefined {
  const options = { minutes: { type: 'string' } } as const;
  try {
    const { minutes } = parseArgs({ options }).values;
    if (minutes === undefined) return undefined;
    if (Number(minutes) > 0) return Number(minutes);
  } catch {
    // An unknown argument gets the same message.
  }
  throw new SettingsError(`--minutes must be a number above 0. ${usage}`);
}

interface DemoStatus {
  demo: { status: 'filling' | 'ready' | 'failed'; percent: number } | null;
}

/** Waits until the history is complete. */
async function untilFilled(baseUrl: string, serverKey: string): Promise<void> {
  const api = demoApi(baseUrl, serverKey);
  let printed = -1;
  for (;;) {
    const { demo } = await api.get<DemoStatus>('/api/workspace').catch(explainRefusal);
    if (demo?.status === 'failed') {
      throw new SettingsError('The Demo shop could not be filled. Start the service again to repeat this.');
    }
    if (demo?.status !== 'filling') return;
    if (demo.percent >= printed + 10) {
      printed = demo.percent;
      console.log(`The Demo shop is being filled: ${demo.percent}% ...`);
    }
    await delay(2_000);
  }
}

function explainRefusal(error: Error): never {
  if (!error.message.includes('returned 401')) throw error;
  throw new SettingsError(
    'The Demo shop was deleted. Start the service with a new folder to get another one: DATA_DIR=.data-demo npm start',
  );
}

/** Returns a signal that aborts after some minutes or on Ctrl-C. */
function stopAfter(minutes: number | undefined): AbortSignal {
  const controller = new AbortController();
  // Each visit adds a listener.
  setMaxListeners(0, controller.signal);
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (minutes !== undefined) setTimeout(stop, minutes * 60_000).unref();
  return controller.signal;
}

/** Lets visitors come until the signal aborts. @throws Error if the service refuses a call or cannot be reached */
async function runVisits({ visit, counts }: ReturnType<typeof openLiveShop>, stop: AbortSignal): Promise<void> {
  const visits = new Set<Promise<void>>();
  let failure: unknown;
  let summaryAt = Date.now() + summaryEveryMs;
  while (!stop.aborted && failure === undefined) {
    const one = visit(stop).catch((error: unknown) => {
      failure ??= error;
    });
    visits.add(one);
    void one.finally(() => visits.delete(one));
    await delay(-Math.log(1 - Math.random()) * visitorEveryMs, undefined, { signal: stop }).catch(() => undefined);
    if (Date.now() < summaryAt) continue;
    summaryAt += summaryEveryMs;
    console.log(`${time()}  -- ${describeCounts(counts)}`);
  }
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('A visit failed.');
  await Promise.race([Promise.all(visits), delay(endWithinMs, undefined, { ref: false })]);
}

const time = (): string => new Date().toTimeString().slice(0, 8);

function describeCounts({ visitors, signUps, carts, orders, journeys }: LiveCounts): string {
  return `${visitors} visits, ${signUps} sign-ups, ${carts} carts, ${orders} orders, ${journeys} journeys started`;
}

function printPages({ baseUrl, mailUrl, temporalUiUrl }: Credentials, minutes: number | undefined): void {
  const end = minutes === undefined ? 'Ctrl-C stops it' : `It ends after ${minutes} min`;
  console.log(`Visitors are coming to the Demo shop. ${end}.

Open
  Console       ${baseUrl}/console
                Sign in with the link of "npm run sign-in-link" and switch to "Demo shop"
  Experiments   ${baseUrl}/console/experiments
  Journeys      ${baseUrl}/console/journeys
  Messages      ${mailUrl ?? '-'}
  In Temporal   ${viewUrl(temporalUiUrl, 'default', temporalViews['Running executions']!)}
`);
}

main().then(
  // Requests of visits that were ended early may still be open.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
