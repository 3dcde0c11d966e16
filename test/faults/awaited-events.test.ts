import { createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import { startProcess, type StartedProcess } from '../support/process';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Awaited events that arrive while every worker is stopped. */

const processes: StartedProcess[] = [];

afterAll(() => killAll());

const world = useWorld();

const killAll = async (): Promise<void> => {
  for (const started of processes.splice(0)) {
    started.kill('SIGKILL');
    await started.exited;
  }
};

const startWorker = async (): Promise<void> => {
  processes.push(await startProcess({ entry: 'worker/main.ts', env: world.environment }));
};

const paid = uniqueName('paid');
const wait = (id: string, next: string) => ({
  id,
  kind: 'wait',
  next,
  untilEvent: { eventName: paid, timeout: 'PT1H', timeoutNext: 'late' },
});
const exits = [
  { id: 'thanks', kind: 'exit', reason: 'thanks' },
  { id: 'late', kind: 'exit', reason: 'late' },
];

test('executions that wait at their first or a later step receive events sent while the workers were stopped', async () => {
  const first = await publishJourney(world, [wait('pay', 'thanks'), ...exits]);
  const later = await publishJourney(world, [wait('look', 'pay'), wait('pay', 'thanks'), ...exits]);
  const people = await Promise.all(Array.from({ length: 20 }, () => createSubject(world)));
  await startWorker();
  for (const { visitorId } of people) {
    await trackEvent(world, later.eventName, visitorId);
    await trackEvent(world, paid, visitorId);
  }
  const standAt = async (journeyId: string, stepId: string) =>
    (await executionsOf(world, journeyId)).filter(({ currentStepId }) => currentStepId === stepId).length;
  await waitFor(async () => (await standAt(later.id, 'pay')) === people.length, { what: 'all at the second wait' });
  await killAll();

  for (const { visitorId } of people) {
    await trackEvent(world, first.eventName, visitorId);
    await trackEvent(world, paid, visitorId);
  }
  await startWorker();
  const endings = async () =>
    (await Promise.all([first, later].map(({ id }) => executionsOf(world, id))))
      .flat()
      .map(({ status, exitReason }) => `${status} ${exitReason}`);
  await waitFor(async () => (await endings()).every((ending) => !ending.startsWith('RUNNING')), { what: 'all to end' });
  expect(await endings()).toEqual(Array.from({ length: 40 }, () => 'COMPLETED thanks'));
});
