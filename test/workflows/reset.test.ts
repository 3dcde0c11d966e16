import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { runTemporalCli } from '../support/temporal-cli';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** A reset repeats an execution from its start. Its record keeps the first outcome of each step. */

const world = useWorld();

beforeAll(() => world.startWorker());

async function startWaiting() {
  const communicationId = await createCommunication(world, 'Once');
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'pause' },
    { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const read = async () => (await executionsOf(world, journey.id))[0];
  const at = await waitFor(async () => {
    const execution = await read();
    return execution?.['currentStepId'] === 'pause' ? execution : undefined;
  });
  const workflowId = String(at['workflowId']);
  const end = () => world.database('execution_steps').where({ step_id: 'pause' }).max('resumes_at as at').first();
  return { workflowId, person, read, end };
}

const reset = (workflowId: string) =>
  runTemporalCli(
    world,
    ...['workflow', 'reset', '--workflow-id', workflowId, '--type', 'FirstWorkflowTask', '--reason', 'test'],
  );

const runOf = async (workflowId: string) => (await world.temporal.workflow.getHandle(workflowId).describe()).runId;

test('a running execution that is reset sends nothing twice, and keeps the end of its wait', async () => {
  const { workflowId, person, read, end } = await startWaiting();
  const [first, until] = [await runOf(workflowId), await end()];
  await reset(workflowId);
  const handle = world.temporal.workflow.getHandle(workflowId);
  const timers = () =>
    handle
      .fetchHistory()
      .then(({ events }) => (events ?? []).filter(({ timerStartedEventAttributes: timer }) => Boolean(timer)).length);
  await waitFor(async () => (await runOf(workflowId)) !== first && (await timers()) === 1);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
  expect(await end()).toEqual(until);
  await handle.executeUpdate('move_on', { args: [{ stepId: 'pause' }] });
  expect(await handle.result()).toEqual({ endedAt: 'end', ending: 'exit' });
  expect(await read()).toMatchObject({ status: 'COMPLETED', exitReason: 'end' });
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('a canceled execution that is reset ends again without any effect', async () => {
  const { workflowId, person, read } = await startWaiting();
  const handle = world.temporal.workflow.getHandle(workflowId);
  await handle.cancel();
  await waitFor(async () => (await read())?.['status'] === 'CANCELED');
  await expect(handle.result()).rejects.toThrow();
  const ended = await read();
  await reset(workflowId);
  expect(await handle.result()).toEqual({ endedAt: 'hello', ending: 'canceled' });
  expect(await read()).toEqual(ended);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});
