import { readFileSync } from 'node:fs';
import path from 'node:path';
import { apiClient, type ApiClient } from '../support/api-client';
import { newFolder, startStack, stopStacks, untilReady, type Stack } from '../support/stack';
import { waitFor } from '../support/wait-for';

afterAll(stopStacks);

/** Polls slowly, because a started service allows 200 reads per minute. */
const patiently = { intervalMs: 500, what: 'the run to end' };

function credentialsOf(stack: Stack): Record<string, string> {
  return JSON.parse(readFileSync(path.join(stack.dataDir, 'credentials.json'), 'utf8')) as Record<string, string>;
}

/** Starts an execution that waits for `duration` at its first step. @returns its journey's id */
async function startWaitingRun(api: ApiClient, workspaceKey: string, duration: string): Promise<string> {
  const { body: contract } = await api.post('/api/trigger-contracts', { eventName: 'signed_up' });
  const steps = [
    { id: 'pause', kind: 'wait', duration, next: 'end' },
    { id: 'end', kind: 'exit', reason: 'woken' },
  ];
  const journey = { name: 'Sleeper', triggerContractId: contract.id, holdoutPercent: 0, steps };
  const { id } = (await api.post('/api/journeys', journey)).body as { id: string };
  await api.post(`/api/journeys/${id}/publish`);
  const { body: person } = await api.post('/api/end-users', { email: 'sleeper@example.com' });
  await api.post('/api/identity', { visitorId: 'sleeper', leadId: person.id });
  await api.post('/api/events', { workspaceKey, type: 'signed_up', visitorId: 'sleeper', url: 'https://example.com/' });
  return id;
}

test('a timer that was pending when everything stopped fires after the next start', async () => {
  const first = await startStack();
  await untilReady(first);
  const { serverKey, workspaceKey } = credentialsOf(first);
  const journeyId = await startWaitingRun(apiClient(first.baseUrl, serverKey), workspaceKey ?? '', 'PT60S');
  const execution = async (stack: Stack) =>
    (await apiClient(stack.baseUrl, serverKey).get(`/api/journeys/${journeyId}/executions`)).body[0];
  await waitFor(async () => (await execution(first))?.currentStepId === 'pause', { ...patiently, what: 'the wait' });
  const before = (await execution(first)) as Record<string, string>;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  first.process.kill('SIGINT');
  expect(await first.exitCode).toBe(0);

  const second = await startStack(first.dataDir);
  await untilReady(second);
  expect(await execution(second)).toMatchObject({ status: 'RUNNING', currentStepId: 'pause' });
  const done = await waitFor(async () => {
    const found = (await execution(second)) as Record<string, string>;
    return found['status'] === 'COMPLETED' && found;
  }, patiently);
  expect(done).toMatchObject({ executionArn: before['executionArn'], exitReason: 'woken' });
  const tookMs = Date.parse(done['endedAt'] ?? '') - Date.parse(done['startedAt'] ?? '');
  expect(tookMs).toBeGreaterThanOrEqual(60_000);
});

test('after everything is killed at the same time, the next start continues and the execution completes', async () => {
  const first = await startStack(newFolder());
  await untilReady(first);
  const { serverKey, workspaceKey } = credentialsOf(first);
  const journeyId = await startWaitingRun(apiClient(first.baseUrl, serverKey), workspaceKey ?? '', 'PT15S');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const children = JSON.parse(readFileSync(path.join(first.dataDir, 'run.json'), 'utf8')) as { pid: number }[];
  first.process.kill('SIGKILL');
  for (const { pid } of children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The child process ended with its parent.
    }
  }
  await first.exitCode;

  const second = await startStack(first.dataDir);
  await untilReady(second);
  const api = apiClient(second.baseUrl, serverKey);
  const done = await waitFor(async () => {
    const found = (await api.get(`/api/journeys/${journeyId}/executions`)).body[0] as
      Record<string, string> | undefined;
    return found?.['status'] === 'COMPLETED' && found;
  }, patiently);
  expect(done).toMatchObject({ exitReason: 'woken' });
});
