import { rowsOf } from '../../db/connection/statements';
import { inGroups } from '../../operations/in-groups';
import { createPerson, publishJourney } from '../support/journeys';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

/** Thousands of executions fail at a webhook, and a bulk action retries them while workers are killed. */

const count = 2_000;
/** Starting and failing the executions takes minutes on a busy machine of two cores. */
const patienceMs = 1_200_000;
let receiver: WebhookReceiver;
const workers: StartedProcess[] = [];

afterAll(async () => {
  for (const worker of workers) await kill(worker);
  await receiver.stop();
});

const world = useWorld();

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

async function startWorker(): Promise<StartedProcess> {
  const env = { ...world.environment, WEBHOOK_ALLOW_HOSTS: receiver.host };
  const worker = await startProcess({ entry: 'worker/main.ts', env });
  workers.push(worker);
  return worker;
}

async function kill(worker: StartedProcess): Promise<void> {
  worker.kill('SIGKILL');
  await worker.exited;
}

test(
  'each failed execution is retried exactly once, although workers are killed',
  async () => {
    receiver.respondWith(status(404));
    let worker = await startWorker();
    const { id: journeyId } = await publishJourney(world, [
      { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, failOnError: true, next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const path = `/api/journeys/${journeyId}/executions`;
    const indexes = Array.from({ length: count }, (_, index) => index);
    await inGroups(new AbortController().signal, indexes, async () => {
      const { id: endUserId } = await createPerson(world);
      expect((await world.api.post(path, { endUserId })).status).toBe(201);
    });
    const countWith = async (where: object): Promise<number> =>
      Number(
        (
          await world
            .database('executions')
            .where({ journey_id: journeyId, ...where })
            .count('*')
        )[0]!['count'],
      );
    await waitFor(async () => (await countWith({ status: 'FAILED' })) === count, { what: 'the failures' });

    receiver.respondWith(status(200));
    const startedAt = performance.now();
    const { body } = await world.api.post(`${path}/bulk`, { action: 'retry', where: { cause: 'http_404' } });
    expect(body.matching).toBe(count);
    const read = async () =>
      (await world.api.get(`${path}/bulk/${body.bulkId}`)).body as { status: string; done: number };
    // One worker dies while it retries, another while it performs the steps.
    await waitFor(async () => (await read()).done > 0, { what: 'the first portion', intervalMs: 10 });
    await kill(worker);
    const { done } = await read();
    expect(done).toBeLessThan(count);
    worker = await startWorker();
    await waitFor(async () => (await countWith({ status: 'COMPLETED' })) > count / 4, { what: 'a quarter' });
    await kill(worker);
    await startWorker();
    await waitFor(async () => (await countWith({ status: 'COMPLETED' })) === count, { what: 'the ends' });
    const seconds = (performance.now() - startedAt) / 1_000;
    await waitFor(async () => (await read()).status === 'completed', { what: 'the end of the bulk action' });
    console.log(
      `${count} executions were retried and completed in ${seconds.toFixed(1)} s, with two killed workers, the first after ${done}.`,
    );

    expect(await read()).toMatchObject({ matching: count, done: count, failed: 0, skipped: 0 });
    expect(await countWith({ retries: 1 })).toBe(count);
    const retried = await rowsOf<{ executions: number; entries: number }>(
      world.database.raw(
        `select count(distinct metadata ->> 'executionId')::int as executions, count(*)::int as entries
         from audit_entries where subject_id = ? and action = 'execution.retried'`,
        [journeyId],
      ),
    );
    expect(retried).toEqual([{ executions: count, entries: count }]);
    const runs = async () => (await world.temporal.workflow.count(`JourneyId = '${journeyId}'`)).count;
    await waitFor(async () => (await runs()) === 2 * count, { what: 'two runs of each workflow' });
    // The call of an execution is repeated only if its worker was killed before it recorded the response.
    expect(receiver.keys().size).toBe(count);
    const { body: stats } = await world.api.get(`/api/journeys/${journeyId}/step-stats`);
    expect(stats).toMatchObject([{ stepId: 'call', executed: count, failed: 0, waiting: 0 }, { executed: count }]);
  },
  patienceMs,
);
