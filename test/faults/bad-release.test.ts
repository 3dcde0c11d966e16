import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporal as protocol } from '@temporalio/proto';
import { createCommunication, createSubject, publishJourney, trackEvent } from '../support/journeys';
import { isWorkflowGone } from '../support/lost-workflow';
import { readSink } from '../support/mail-sink';
import { bundleBrokenRelease } from '../support/next-release';
import { startProcess, type StartedProcess } from '../support/process';
import { runEntry } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/**
 * A release that cannot replay the histories of the current one gets a tenth of the executions, and is rolled back with
 * `npm run release`. Executions are not cached, so that each task replays a history.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'apex-release-'));
const workers: StartedProcess[] = [];

afterAll(async () => {
  for (const worker of workers) await worker.stop();
});

const world = useWorld();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nonDeterminism = protocol.api.enums.v1.WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR;

const current = 'good-1';
const broken = 'broken-2';

async function startWorker(release: string | null, bundle = process.env['WORKFLOW_BUNDLE']!): Promise<StartedProcess> {
  const versioning = release === null ? {} : { TEMPORAL_VERSIONING: 'on', RELEASE: release };
  const env = { ...world.environment, WORKFLOW_BUNDLE: bundle, WORKER_CACHED_RUNS: '0', ...versioning };
  const worker = await startProcess({ entry: 'worker/main.ts', env });
  workers.push(worker);
  return worker;
}

/** Runs `npm run release -- …`. */
async function release(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runEntry('tools/release.ts', words, world.environment);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Waits until the server routes to a release, whose workers may just have started. */
const untilReleased = (...words: string[]): Promise<unknown> =>
  waitFor(
    () =>
      release(...words).then(
        () => true,
        () => false,
      ),
    { what: words.join(' ') },
  );

/** Publishes a journey that sends, waits until an instant, and sends again. */
async function publishWaiting(until: Date) {
  const message = await createCommunication(world, `Hello ${until.getTime()}`);
  const send = (id: string, next: string) => ({ id, kind: 'send', communicationId: message, next });
  return publishJourney(world, [
    send('first', 'pause'),
    { id: 'pause', kind: 'wait', until: until.toISOString(), next: 'second' },
    send('second', 'end'),
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
}

async function enter(eventName: string): Promise<string> {
  const { email, visitorId } = await createSubject(world);
  await trackEvent(world, eventName, visitorId);
  return email;
}

const after = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

async function describeWorkflow(workflowId: string) {
  return world.temporal.workflowService.describeWorkflowExecution({
    namespace: world.namespace,
    execution: { workflowId },
  });
}

async function failuresOf(workflowId: string): Promise<number> {
  const { events } = await world.temporal.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter(({ workflowTaskFailedEventAttributes: failed }) => failed?.cause === nonDeterminism)
    .length;
}

/** Reads the database, because the API returns pages. */
async function executionsOf(journeyId: string) {
  const rows = await world.database('executions').where({ journey_id: journeyId });
  return rows.map((row) => ({
    workflowId: `journey/${row.id}`,
    status: row.status,
    exitReason: row.exit_reason,
    isWaiting: row.current_step_id === 'pause',
  }));
}

const countWaiting = async (journeyId: string): Promise<number> =>
  (await executionsOf(journeyId)).filter(({ isWaiting }) => isWaiting).length;

/** Checks that every person got both messages once, and that no execution was lost. */
async function expectEverythingOnce(journeyId: string, people: readonly string[]): Promise<void> {
  const isOver = async () => (await executionsOf(journeyId)).every(({ status }) => status !== 'RUNNING');
  await waitFor(isOver, { what: 'all executions to end' });
  const ended = await executionsOf(journeyId);
  expect(ended.map(({ status, exitReason }) => `${status} ${exitReason}`)).toEqual(people.map(() => 'COMPLETED done'));
  for (const email of people) expect(await readSink(world.sesEndpoint, email)).toHaveLength(2);
}

/** A tenth of a hundred executions: none of them with a probability of 0.00003. */
const hundred = 100;

test('a release that breaks executions at 10% is rolled back, and nothing is lost or sent twice', async () => {
  const plain = await startWorker(null);
  const before = await publishWaiting(after(30));
  const early = [await enter(before.eventName), await enter(before.eventName)];
  await waitFor(async () => (await countWaiting(before.id)) === early.length, { what: 'executions without versions' });

  await startWorker(current);
  await untilReleased('promote', '--release', current);
  await plain.stop();
  await expectEverythingOnce(before.id, early);
  for (const { workflowId } of await executionsOf(before.id)) {
    const { workflowExecutionInfo: info } = await describeWorkflow(workflowId);
    expect(info?.versioningInfo?.deploymentVersion?.buildId).toBe(current);
  }

  const resumesAt = after(90);
  const journey = await publishWaiting(resumesAt);
  const people = await Promise.all(Array.from({ length: hundred }, () => enter(journey.eventName)));
  await waitFor(async () => (await countWaiting(journey.id)) === hundred, { what: 'executions that wait' });
  expect(resumesAt.getTime()).toBeGreaterThan(Date.now());
  await startWorker(broken, bundleBrokenRelease(folder));
  await untilReleased('ramp', '10', '--release', broken);
  expect(resumesAt.getTime()).toBeGreaterThan(Date.now());

  const workflowIds = (await executionsOf(journey.id)).map(({ workflowId }) => workflowId);
  const stuck = await waitFor(
    async () => {
      const described = await Promise.all(workflowIds.map(describeWorkflow));
      const failing = described.filter(({ pendingWorkflowTask: task }) => (task?.attempt ?? 0) > 2);
      const isRest = described.every(
        ({ workflowExecutionInfo: info, pendingWorkflowTask: task }) =>
          (info?.closeTime ?? null) !== null || (task?.attempt ?? 0) > 2,
      );
      return isRest && failing.map(({ workflowExecutionInfo: info }) => info?.execution?.workflowId ?? '');
    },
    { intervalMs: 1_000, what: 'executions that the broken release cannot continue' },
  );
  expect(stuck.length).toBeGreaterThan(0);
  expect(stuck.length).toBeLessThan(hundred / 2);
  for (const workflowId of stuck) expect(await failuresOf(workflowId)).toBeGreaterThan(0);
  const running = (await executionsOf(journey.id)).filter(({ status }) => status === 'RUNNING');
  expect(running.map(({ workflowId }) => workflowId).sort()).toEqual([...stuck].sort());
  const reported = 'TemporalReportedProblems in ("category=WorkflowTaskFailed")';
  await waitFor(async () => (await world.temporal.workflow.count(reported)).count === stuck.length, {
    what: 'the search attribute that the doctor reads',
  });

  await release('rollback');
  await expectEverythingOnce(journey.id, people);
});

test('executions that the broken release started are restarted at their step after the rollback', async () => {
  const journey = await publishWaiting(after(45));
  await untilReleased('ramp', '10', '--release', broken);
  const people: string[] = [];
  const query = `JourneyId = "${journey.id}" and TemporalWorkerDeploymentVersion = "apex:${broken}"`;
  const started = await waitFor(
    async () => {
      for (let entered = 0; entered < 5; entered += 1) people.push(await enter(journey.eventName));
      const ids: string[] = [];
      for await (const { workflowId } of world.temporal.workflow.list({ query })) ids.push(workflowId);
      return ids.length > 0 && ids;
    },
    { intervalMs: 500, what: 'an execution on the broken release' },
  );
  const output = await release('rollback');
  expect(output).toMatch(/\d+ executions made progress on broken-2, and continue on good-1\./);
  const [stuckId] = started;
  await waitFor(async () => (await failuresOf(stuckId!)) > 0, {
    what: 'an execution that this release cannot continue',
  });

  const stuck: string[] = [];
  for await (const { workflowId } of world.temporal.workflow.list({ query })) stuck.push(workflowId);
  for (const workflowId of stuck) {
    await world.temporal.workflowService.deleteWorkflowExecution({
      namespace: world.namespace,
      workflowExecution: { workflowId },
    });
    await waitFor(() => isWorkflowGone(world.temporal, workflowId), { what: 'a deleted workflow' });
  }
  expect(await runEntry('tools/journeys.ts', ['reconcile'], world.environment)).toMatchObject({ code: 0, stderr: '' });
  await expectEverythingOnce(journey.id, people);
});
