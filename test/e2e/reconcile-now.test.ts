import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { isWorkflowGone, loseWorkflow } from '../support/lost-workflow';
import { type Ended, runEntry } from '../support/run-entry';
import { timerEndMs } from '../support/temporal-history';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(async () => {
  // No round starts during the tests, so every repair comes from the command.
  await world.startWorker({ OUTBOX_POLL_MS: '100', RECONCILE_EVERY_SECONDS: '86400' });
});

/** Runs `npm run journeys -- …` as an operator does. */
function command(...words: string[]): Promise<Ended> {
  return runEntry('tools/journeys.ts', words, world.environment);
}

/** Starts an execution that waits. */
async function startWaiting() {
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const [execution] = await executionsOf(world, journey.id);
  const workflowId = execution?.['workflowId'] ?? '';
  await waitFor(async () => timerEndMs(await world.temporal.workflow.getHandle(workflowId).fetchHistory()), {
    what: 'a run that waits',
  });
  return { journey, workflowId, id: workflowId.replace('journey/', '') };
}

test('compares every running execution, repairs those that differ, and names them', async () => {
  const [healthy, terminated, lost] = [await startWaiting(), await startWaiting(), await startWaiting()];
  await world.temporal.workflow.getHandle(terminated.workflowId).terminate('by hand');
  await loseWorkflow(world.temporal, world.namespace, lost.workflowId);

  const { workspaceId } = world.demo;
  const elsewhere = await command('reconcile', '--workspace', 'wsp_unknown');
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Workspace wsp_unknown does not exist.'),
  });
  const repaired = await command('reconcile', '--workspace', workspaceId);
  expect(repaired).toMatchObject({ code: 0, stderr: '' });
  const lines = repaired.stdout.trimEnd().split('\n');
  expect(lines.pop()).toBe('3 compared, 1 restarted, 1 ended.');
  expect(lines.sort()).toEqual(
    [
      `  ${workspaceId} ${terminated.journey.id} ${terminated.id} at pause: terminated in Temporal, ended`,
      `  ${workspaceId} ${lost.journey.id} ${lost.id} at pause: gone in Temporal, restarted`,
    ].sort(),
  );
  expect(await executionsOf(world, terminated.journey.id)).toMatchObject([{ status: 'TERMINATED' }]);
  expect(await executionsOf(world, healthy.journey.id)).toMatchObject([{ status: 'RUNNING' }]);
  await waitFor(async () => !(await isWorkflowGone(world.temporal, lost.workflowId)), {
    what: 'the new workflow of the lost run',
  });
  // An execution that is still in the outbox is not compared.
  await waitFor(async () => (await world.database('outbox')).length === 0, { what: 'an empty outbox' });

  const again = await command('reconcile');
  expect(again.stdout.trim()).toBe('2 compared, 0 restarted, 0 ended.');
});

test.each(['', 'list', 'reconcile now', 'reconcile --all'])('prints the usage on "%s"', async (words) => {
  const { code, stderr, stdout } = await command(...words.split(' ').filter(Boolean));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('npm run journeys -- reconcile');
});
