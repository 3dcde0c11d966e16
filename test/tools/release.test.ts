import { checkReleases } from '../../tools/doctor/releases';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { type Ended, runEntry } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';
import { taskQueues, workflowTypes } from '../../workflows/contract/names';

const world = useWorld();

/** Runs `npm run release -- …` as an operator does. */
const command = (words: string): Promise<Ended> =>
  runEntry('tools/release.ts', words.split(' '), { ...world.environment, RELEASE: '2' });

/** Without `email`, a workflow with a message waits for another worker. */
const startRelease = (RELEASE: string) =>
  world.startWorker({
    OUTBOX_POLL_MS: '100',
    WORKER_QUEUES: 'journeys,maintenance',
    TEMPORAL_VERSIONING: 'on',
    RELEASE,
  });

/** Returns the release that completed the last workflow task of a workflow. */
async function releaseOf(workflowId: string): Promise<string | undefined> {
  const { workflowExecutionInfo: info } = await world.temporal.workflowService.describeWorkflowExecution({
    namespace: world.namespace,
    execution: { workflowId },
  });
  return info?.versioningInfo?.deploymentVersion?.buildId ?? undefined;
}

/** Starts an execution, and waits for the end of its workflow. @returns the release that ended it */
async function runJourney(): Promise<string | undefined> {
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'mark', kind: 'update_person', attributes: { seen: true }, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const [execution] = await executionsOf(world, journey.id);
  const { workflowId = '' } = execution!;
  // The outbox starts it.
  await waitFor(
    async () => (await world.temporal.workflow.getHandle(workflowId).describe()).status.name === 'COMPLETED',
  );
  return releaseOf(workflowId);
}

test('releases are ramped, promoted and rolled back, and a pinned workflow is moved', async () => {
  expect(await command('status')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The deployment apex has no releases: start a worker'),
  });

  const one = await startRelease('1');
  const isListed = async (): Promise<boolean> => (await command('status')).code === 0;
  await waitFor(isListed, { what: 'the first release' });
  const target = { client: world.temporal, deploymentName: 'apex' };
  const findings = () => checkReleases(target);
  expect(await findings()).toMatchObject({
    state: 'problem',
    detail: 'release unversioned gets executions and has no worker; 1 has, and gets no executions',
  });
  expect((await command('status')).stdout).toContain(
    'Deployment apex: unversioned is current.\n  1: inactive, 0 running',
  );
  expect(await command('promote --release 1')).toMatchObject({ code: 0, stderr: '' });
  expect(await runJourney()).toBe('1');

  const pinned = 'resend/pinned';
  await world.temporal.workflow.start(workflowTypes.messageResend, {
    workflowId: pinned,
    taskQueue: taskQueues.maintenance,
    args: [{ workspaceId: world.demo.workspaceId, sendId: 'snd_none' }],
  });
  await waitFor(async () => (await releaseOf(pinned)) === '1', { what: 'a workflow on the first release' });

  expect(await command('ramp 10')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("build ID '2' not found"),
  });
  await startRelease('2');
  await waitFor(async () => (await command('ramp 100')).code === 0, { what: 'the second release' });
  expect(await runJourney()).toBe('2');
  const ramped = await command('rollback');
  expect(ramped.stdout).toBe('Release 2 gets no more executions. 1 is current.\n');
  expect(await runJourney()).toBe('1');

  await command('promote');
  expect(await runJourney()).toBe('2');
  const back = await command('rollback');
  expect(back.stdout).toBe('Release 2 gets no more executions. 1 is current.\n');
  expect(await command('rollback')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No release before 1 was current: add --to ID'),
  });

  const promoted = await command('promote');
  expect(promoted.stdout).toContain('Deployment apex: 2 is current.');
  await waitFor(async () => (await command('status')).stdout.includes('  1: draining, 1 running, 1 of them pinned'), {
    what: 'a pinned workflow in the list',
  });
  expect(await findings()).toEqual({ state: 'ok', detail: '2 is current' });
  await one.stop();
  expect(await checkReleases(target, new Set(['2']))).toMatchObject({
    state: 'warning',
    detail: '1 workflows are pinned to release 1, which has no worker',
  });
  expect((await command('move 1')).stdout).toBe(
    `  ${pinned}\n1 workflows of release 1 continue on the current release.\n`,
  );
  await world.temporal.workflow.getHandle(pinned).cancel();
  await waitFor(async () => (await releaseOf(pinned)) === '2', { what: 'the workflow on the second release' });
});

test.each(['', 'ramp', 'ramp 0', 'ramp 101', 'list', 'toString', 'ramp 10 --all'])(
  'prints the usage on "%s"',
  async (words) => {
    const { code, stderr, stdout } = await command(words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('npm run release -- rollback');
  },
);
