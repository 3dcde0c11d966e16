import { createMovableClock, findClockLibrary, type MovableClock } from '../support/movable-clock';
import { startKillableStack, type KillableStack } from '../support/killable-stack';
import { createScene, kindsOfWork, type Work } from '../support/works-under-fault';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

/**
 * The clock of the machine with API and worker jumps forward or back while all work is in progress, and later returns
 * to the right time. The clocks of PostgreSQL and Temporal stay right.
 */

const library = findClockLibrary();
// Without the library, as on systems other than Debian, the clock of a process cannot be set.
const clockTest = library === null ? test.skip : test;

let clock: MovableClock | undefined;
let stack: KillableStack | undefined;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  if (library === null) return;
  clock = createMovableClock(library);
  stack = await startKillableStack({
    ...clock.environment,
    WEBHOOK_ALLOW_HOSTS: receiver.host,
    RECONCILE_EVERY_SECONDS: '5',
  });
});

afterAll(async () => {
  await stack?.stop();
  clock?.remove();
  await receiver.stop();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds between the API's clock and the clock of this process, from the API's responses. */
async function skewOf(apiUrl: string): Promise<number> {
  const { headers } = await fetch(`${apiUrl}/healthz`);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 1_000);
}

/** Returns a timezone in which it is shortly after eleven or twelve. */
function noonTimezone(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  return `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
}

clockTest.each([
  ['forth', 3_600],
  ['back', -3_600],
])(
  'an hour %s and to where it was: everything is done as promised',
  async (_, seconds) => {
    if (stack === undefined || clock === undefined) throw new Error('The stack has not started.');
    const apiUrl = `http://127.0.0.1:${stack.environment['PORT']}`;
    const scene = await createScene({ ...stack, apiUrl }, receiver);
    // A digest belongs to a date, so a jump of an hour must not lead to another date.
    await scene.world.api.patch('/api/workspace', { timezone: noonTimezone(new Date()) });
    const works: Work[] = [];
    for (const kind of kindsOfWork) works.push(await kind.prepare(scene));
    const startAll = () => Promise.all(works.map((work) => work.begin()));
    const jump = async (to: number): Promise<void> => {
      clock?.move(to);
      await waitFor(async () => Math.abs((await skewOf(apiUrl)) - to) < 60, { what: 'the clock to jump' });
    };
    const before = startAll();
    await pause(300);
    await jump(seconds);
    await Promise.all([before, startAll()]);
    await pause(3_000);
    await jump(0);
    for (const [index, work] of works.entries()) {
      await waitFor(() => work.check().then(() => true), { intervalMs: 250, what: kindsOfWork[index]?.name ?? '' });
    }
    expect(Object.fromEntries(scene.responses)).not.toHaveProperty('500');
  },
  400_000,
);
