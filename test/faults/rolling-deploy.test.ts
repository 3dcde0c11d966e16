import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporal as protocol } from '@temporalio/proto';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { bundleNextRelease } from '../support/next-release';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { eventsOf } from '../support/waiting-executions';
import { useWorld } from '../support/world';

/**
 * Rolls out a release with a new command in its workflow code. Workers of both releases take tasks of the same
 * executions, and none caches executions, so that each task may go to either release.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'apex-release-'));
const workers: StartedProcess[] = [];

afterAll(async () => {
  for (const worker of workers) await worker.stop();
});

const world = useWorld();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nonDeterminism = protocol.api.enums.v1.WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR;

/** Adds a timer, as CONTRIBUTING.md describes. */
const bundlePatchedRelease = (): string =>
  bundleNextRelease(folder, (sdk) => `if ((0, ${sdk}.patched)('next-release')) await (0, ${sdk}.sleep)(1);`);

async function startRelease(bundle: string): Promise<StartedProcess> {
  const env = { ...world.environment, WORKFLOW_BUNDLE: bundle, WORKER_CACHED_RUNS: '0' };
  const worker = await startProcess({ entry: 'worker/main.ts', env });
  workers.push(worker);
  return worker;
}

test('executions continue while workers of two releases run, and no message is sent twice', async () => {
  const message = await createCommunication(world, 'Hello');
  const send = (id: string, next: string) => ({ id, kind: 'send', communicationId: message, next });
  const journey = await publishJourney(world, [
    send('first', 'pause'),
    { id: 'pause', kind: 'wait', duration: 'PT5S', next: 'second' },
    send('second', 'rest'),
    { id: 'rest', kind: 'wait', duration: 'PT5S', next: 'end' },
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
  const people: { email: string }[] = [];
  const enter = async (count: number): Promise<void> => {
    for (let entered = 0; entered < count; entered += 1) {
      const person = await createSubject(world);
      people.push(person);
      await trackEvent(world, journey.eventName, person.visitorId);
    }
  };
  const executions = () => executionsOf(world, journey.id);
  const isAnyPast = async (stepId: string) =>
    (await executions()).some(({ currentStepId }) => currentStepId !== stepId);

  const old = await startRelease(process.env['WORKFLOW_BUNDLE']!);
  await enter(8);
  await waitFor(() => isAnyPast('first'), { what: 'executions that began in the old release' });
  await startRelease(bundlePatchedRelease());
  // If the old release gets a task after the new one has made its command, the task fails there and is retried.
  const isRefused = async (): Promise<boolean> =>
    (await Promise.all((await executions()).map(({ workflowId }) => eventsOf(world, workflowId!))))
      .flat()
      .some(({ workflowTaskFailedEventAttributes: failed }) => failed?.cause === nonDeterminism);
  await waitFor(
    async () => {
      await enter(2);
      return isRefused();
    },
    { intervalMs: 1_000, what: 'an execution that both releases have worked on' },
  );
  await old.stop();

  await waitFor(async () => (await executions()).every(({ status }) => status !== 'RUNNING'), { what: 'all to end' });
  const ended = await executions();
  expect(ended.map(({ status, exitReason }) => `${status} ${exitReason}`)).toEqual(ended.map(() => 'COMPLETED done'));
  expect(ended).toHaveLength(people.length);
  for (const { email } of people) expect(await readSink(world.sesEndpoint, email)).toHaveLength(2);
});
