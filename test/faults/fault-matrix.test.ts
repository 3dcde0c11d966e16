import { readFileSync, writeFileSync } from 'node:fs';
import {
  faults,
  pairs,
  parts,
  startFaultyStack,
  type Fault,
  type FaultyStack,
  type Part,
} from '../support/faulty-stack';
import { guaranteesPage, guaranteesPath, promisesTable, type Outcome } from '../support/guarantees-page';
import { seededRandom } from '../support/seeded-random';
import { createScene, kindsOfWork, type Scene, type Work } from '../support/works-under-fault';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

/**
 * Every part in every way of failing, while everything that the service does is under way: begun before, and asked for in its midst.
 * What was promised is looked at when all has ended, and once more at the very end, for what comes late.
 * With WRITE_GUARANTEES=1 a run without a violation writes docs/GUARANTEES.md.
 */

const seed = Number(process.env['TEST_SEED'] ?? 23);
const latestMs = 600;
/** Milliseconds that a fault lasts: past the time-outs of the provider (2 s) and of connections. */
const lastsMs: Record<Fault, number> = { killed: 1_000, frozen: 5_000, slow: 5_000, refusing: 5_000, failing: 5_000 };

let stack: FaultyStack;
let receiver: WebhookReceiver;
const met: { part: Part; fault: Fault; works: Work[] }[] = [];
const outcomes: Outcome[] = [];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stack = await startFaultyStack({ WEBHOOK_ALLOW_HOSTS: receiver.host, RECONCILE_EVERY_SECONDS: '5' });
});

afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

/** Milliseconds from the first requests to the fault: each pair has one of its own, in every run with that seed. */
const momentOf = (part: Part, fault: Fault): number =>
  seededRandom(seed + 1_000 * parts.indexOf(part) + faults.indexOf(fault))() * latestMs;

/** Whether the provider's answer may be lost: it fails, which cuts its connections, or the process is killed that waits for it. */
const mayStayUnknown = (part: Part, fault: Fault): boolean =>
  part === 'email provider' || (fault === 'killed' && (part === 'API' || part === 'worker'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function meet(part: Part, fault: Fault): Promise<Scene> {
  const scene = await createScene(stack, receiver, mayStayUnknown(part, fault));
  const works: Work[] = [];
  for (const kind of kindsOfWork) works.push(await kind.prepare(scene));
  met.push({ part, fault, works });
  const beginAll = () => Promise.all(works.map((work) => work.begin()));
  const before = beginAll();
  await pause(momentOf(part, fault));
  const end = await stack.begin(part, fault);
  const amid = beginAll();
  try {
    await pause(lastsMs[fault]);
  } finally {
    await end();
  }
  await Promise.all([before, amid]);
  for (const [index, work] of works.entries()) {
    const { name } = kindsOfWork[index]!;
    await waitFor(() => work.check().then(() => true), { intervalMs: 250, what: `${name}, ${part} ${fault}` });
  }
  return scene;
}

test.each(pairs)(
  'the %s is %s: everything is done as promised',
  async (part, fault) => {
    const startedAt = performance.now();
    const { responses } = await meet(part, fault);
    outcomes.push({ part, fault, responses: [...responses].sort(), seconds: (performance.now() - startedAt) / 1_000 });
  },
  360_000,
);

test('nothing has come late, and twice', async () => {
  for (const { works } of met) for (const work of works) await work.check();
  const page = guaranteesPage(outcomes);
  console.log(page);
  if (process.env['WRITE_GUARANTEES'] === '1') writeFileSync(guaranteesPath, page);
  expect(readFileSync(guaranteesPath, 'utf8')).toContain(promisesTable);
});
