import { Client, Connection } from '@temporalio/client';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { digestScheduleId } from '../../workflows/contract/weekly-digest';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { startKillableStack, type KillableStack } from '../support/killable-stack';
import { readSink } from '../support/mail-sink';
import { waitFor } from '../support/wait-for';
import type { World } from '../support/world';

let stack: KillableStack;

beforeAll(async () => {
  stack = await startKillableStack({ RECONCILE_EVERY_SECONDS: '2' });
});

afterAll(() => stack.stop());

test('after Temporal loses its data, schedules are recreated and forty executions continue', async () => {
  const world = stack as unknown as World;
  const communicationId = await createCommunication(world, 'Once only');
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'pay' },
    {
      id: 'pay',
      kind: 'wait',
      next: 'thanks',
      untilEvent: { eventName: 'paid', timeout: 'P7D', timeoutNext: 'late' },
    },
    { id: 'thanks', kind: 'exit', reason: 'thanks' },
    { id: 'late', kind: 'exit', reason: 'late' },
  ]);
  const people = await Promise.all(Array.from({ length: 40 }, () => createSubject(world)));
  for (const { visitorId } of people) await trackEvent(world, journey.eventName, visitorId);
  const runs = () => executionsOf(world, journey.id);
  await waitFor(async () => (await runs()).filter(({ currentStepId }) => currentStepId === 'pay').length === 40, {
    what: 'forty runs that wait',
  });

  await stack.emptyTemporal();
  const connection = await waitFor(() => Connection.connect({ address: stack.temporalAddress }));
  const temporal = new Client({ connection, namespace: 'default' });
  try {
    for (const id of [...Object.values(scheduleIds), digestScheduleId(stack.demo.workspaceId)])
      await waitFor(() => temporal.schedule.getHandle(id).describe(), { what: id });
    for (const { workflowId } of await runs())
      await waitFor(() => temporal.workflow.getHandle(workflowId ?? '').describe(), { what: workflowId ?? '' });
    for (const { visitorId } of people) await trackEvent(world, 'paid', visitorId);
    await waitFor(async () => (await runs()).every(({ status }) => status !== 'RUNNING'), { what: 'all to end' });
  } finally {
    await connection.close();
  }
  expect((await runs()).map(({ status, exitReason }) => `${status} ${exitReason}`)).toEqual(
    Array.from({ length: 40 }, () => 'COMPLETED thanks'),
  );
  for (const { email } of people) expect(await readSink(stack.sesEndpoint, email)).toHaveLength(1);
});
