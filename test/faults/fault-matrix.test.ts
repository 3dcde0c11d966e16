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
 * Applies every fault to every part while all kinds of work are in progress, started before and during the fault.
 * Promises are checked when all work has ended, and again at the very end for late effects. With WRITE_GUARANTEES=1, a
 * run without a violation writes docs/GUARANTEES.md.
 */

const seed = Number(process.env['TEST_SEED'] ?? 23);
const latestMs = 600;
/** Duration of a fault in milliseconds: longer than the timeouts of the provider (2 s) and of connections. */
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

/** Milliseconds from the first requests to the fault: fixed for each pair and seed. */
const momentOf = (part: Part, fault: Fault): number =>
  seededRandom(seed + 1_000 * parts.indexOf(part) + faults.indexOf(fault))() * latestMs;

/**
 * Returns whether the provider's response may be lost: the provider fails, which breaks its connections, or the process
 * that waits for the response is killed.
 */
const mayStayUnknown = (part: Part, fault: Fault): boolean =>
  part === 'email provider' || (fault === 'killed' && (part === 'API' || part === 'worker'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function meet(part: Part, fault: Fault): Promise<Scene> {
  const scene = await createScene(stack, receiver, mayStayUnknown(part, fault));
  const works: Work[] = [];
  for (const kind of kindsOfWork) works.push(await kind.prepare(scene));
  met.push({ part, fault, works });
  const startAll = () => Promise.all(works.map((work) => work.begin()));
  const before = startAll();
  await pause(momentOf(part, fault));
  const end = await stack.begin(part, fault);
  const during = startAll();
  try {
    await pause(lastsMs[fault]);
  } finally {
    await end();
  }
  await Promise.all([before, during]);
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

test('nothing arrives late or twice', async () => {
  for (const { works } of met) for (const work of works) await work.check();
  const page = guaranteesPage(outcomes);
  console.log(page);
  if (process.env['WRITE_GUARANTEES'] === '1') writeFileSync(guaranteesPath, page);
  expect(readFileSync(guaranteesPath, 'utf8')).toContain(promisesTable);
});
