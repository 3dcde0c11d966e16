import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding } from '../../tools/doctor/finding';
import { workflowTypes } from '../../workflows/contract/names';
import { apiClient } from '../support/api-client';
import { freeze, thaw } from '../support/freeze';
import { bundleBrokenRelease } from '../support/next-release';
import { startProcess, type StartedProcess } from '../support/process';
import { runEntry } from '../support/run-entry';
import { waitFor } from '../support/wait-for';
import { letTasksTimeOut, pendingTaskOf, startWaiting } from '../support/waiting-executions';
import { useWorld } from '../support/world';

/** What the metrics of the workers and the doctor show when workflow tasks fail or time out. */

const folder = mkdtempSync(path.join(tmpdir(), 'apex-bad-release-'));
const workers: StartedProcess[] = [];

afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const world = useWorld();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startWorker(overrides: NodeJS.ProcessEnv = {}): Promise<StartedProcess> {
  const worker = await startProcess({ entry: 'worker/main.ts', env: { ...world.environment, ...overrides } });
  workers.push(worker);
  return worker;
}

/** Returns the sum of the series of a metric that match. */
async function sumOf(worker: StartedProcess, series: RegExp): Promise<number> {
  const { body } = await apiClient(`http://127.0.0.1:${worker.ready.healthPort}`).get('/metrics');
  const lines = String(body)
    .split('\n')
    .filter((line) => series.test(line));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

async function findingOf(check: string): Promise<Finding> {
  const { stdout } = await runEntry('tools/doctor.ts', ['--json'], { ...world.environment, PUBLIC_URL: world.apiUrl });
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return findings.find((finding) => finding.check === check)!;
}

const nonDeterminism = /^temporal_workflow_task_execution_failed_total\{.*failure_reason="NonDeterminismError"/;

test('the doctor names the workflows that a bad release cannot replay, and metrics count them', async () => {
  const good = await startWorker();
  const [first, second] = await startWaiting(world, 2, 'PT20S');
  expect(await findingOf('workflow tasks')).toMatchObject({ state: 'ok' });
  expect(await findingOf('workers')).toMatchObject({
    detail: expect.stringMatching(/^1 worker of 0\.1\.0\+[0-9a-f]{7}$/),
  });
  await good.stop();
  // More than a sample of the newest executions.
  const newer = Array.from({ length: 60 }, (_, index) => ({ taskQueue: 'of-no-worker', workflowId: `newer-${index}` }));
  await Promise.all(newer.map((one) => world.temporal.workflow.start(workflowTypes.journey, one)));
  const bad = await startWorker({ WORKFLOW_BUNDLE: bundleBrokenRelease(folder) });
  await waitFor(async () => ((await pendingTaskOf(world, first!))?.attempt ?? 0) > 1, {
    what: 'a failed workflow task',
  });
  const failedAt = Date.now();
  await waitFor(async () => (await sumOf(bad, nonDeterminism)) > 0, { what: 'the metric to count it' });
  const countedAfterMs = Date.now() - failedAt;
  const finding = await waitFor(
    async () => {
      const found = await findingOf('workflow tasks');
      return found.state === 'problem' && found.detail.includes(first!) && found.detail.includes(second!) && found;
    },
    { what: 'the doctor to name both workflows' },
  );
  const namedAfterMs = Date.now() - failedAt;
  const by = `${hostname()}/${bad.pid}@0.1.0+`;
  expect(finding.detail).toContain(`${first} (non-determinism, attempt `);
  expect(finding.detail).toContain(` on ${by}`);
  expect(finding.detail).toContain('Nondeterminism error');
  expect(finding).toMatchObject({ remedy: expect.stringContaining('roll the workers back') });
  // A minute is the limit for operators. A failed task takes that long to be listed by Temporal.
  expect([countedAfterMs, namedAfterMs].filter((ms) => ms > 60_000)).toEqual([]);
  await bad.stop();
  const repaired = await startWorker();
  await waitFor(async () => (await findingOf('workflow tasks')).state === 'ok', { what: 'the end of the failures' });
  await repaired.stop();
});

test('workflow tasks that time out are named and counted', async () => {
  const worker = await startWorker();
  const ids = await startWaiting(world, 1, 'PT20S');
  await letTasksTimeOut(world, ids, () => freeze(worker.pid));
  const finding = await waitFor(
    async () => {
      const found = await findingOf('workflow tasks');
      return found.state !== 'ok' && found;
    },
    { what: 'the doctor to find the timeout' },
  );
  expect(finding.detail).toContain(`${ids[0]} (timeout, attempt `);
  expect(finding).toMatchObject({ remedy: 'see ApexWorkflowTaskTimeouts in docs/OPERATIONS.md' });
  thaw(worker.pid);
  const timeouts =
    /^temporal_request_failure_total\{.*operation="RespondWorkflowTaskCompleted".*status_code="NOT_FOUND"/;
  await waitFor(async () => (await sumOf(worker, timeouts)) > 0, { what: 'the metric to count it' });
  await worker.stop();
});

test('tasks that no worker takes are a problem of their queue', async () => {
  const worker = await startWorker();
  await startWaiting(world, 1, 'PT20S');
  await worker.stop();
  const backlog = /workflow tasks of journeys: \d+ waiting, the oldest for \d\d s/;
  await waitFor(
    async () => {
      const { state, detail } = await findingOf('task queues');
      return state === 'problem' && backlog.test(detail);
    },
    { what: 'the doctor to find the backlog' },
  );
});
