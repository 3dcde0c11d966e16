import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readDeployment, setCurrent } from '../../tools/release/deployment';
import { newId } from '../../db/connection/ids';
import { temporalViews } from '../../tools/temporal-views';
import { repositoryRoot } from '../architecture/source-files';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { temporalCliFolder } from '../support/temporal-cli';
import { storeRuns } from '../support/journey-rows';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

/** Runs the commands of the runbooks in docs/OPERATIONS.md as they are written, because operators copy them. */

const world = useWorld();
let receiver: WebhookReceiver;
/** Commands by the heading of their runbook. */
let runbooks: ReadonlyMap<string, string[]>;

beforeAll(async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/OPERATIONS.md'), 'utf8');
  const section = page.split('\n## ').find((one) => one.startsWith('Runbooks\n')) ?? '';
  const sections = section.split('\n### ').slice(1);
  runbooks = new Map(
    sections.map((text) => [
      text.split('\n')[0] ?? '',
      [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n')),
    ]),
  );
  receiver = await startWebhookReceiver();
  receiver.respondWith(status(500));
  await world.startWorker({ WEBHOOK_ALLOW_HOSTS: receiver.host });
});

afterAll(() => receiver.stop());

/** Runs the commands of a runbook. @returns their outputs */
async function run(name: string, ids: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const commands = runbooks.get(name);
  if (commands === undefined) throw new Error(`There is no runbook "${name}".`);
  const env = {
    ...process.env,
    ...world.environment,
    PATH: `${await temporalCliFolder()}:${process.env['PATH'] ?? ''}`,
    TEMPORAL_ADDRESS: world.temporalAddress,
    TEMPORAL_NAMESPACE: world.namespace,
    API: world.apiUrl,
    SERVER_KEY: world.demo.serverKey,
  };
  const outputs: string[] = [];
  for (const command of commands) {
    const text = Object.entries(ids).reduce((given, [placeholder, id]) => given.replaceAll(placeholder, id), command);
    const { stdout } = await promisify(execFile)('bash', ['-ec', text], { cwd: repositoryRoot, env });
    outputs.push(stdout);
  }
  return outputs;
}

test('executions that are stuck at a step are found and retried', async () => {
  const person = await createSubject(world);
  const journey = await publishJourney(
    world,
    [
      { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, next: 'end' },
      { id: 'end', kind: 'exit' },
    ],
    { name: 'Welcome' },
  );
  await trackEvent(world, journey.eventName, person.visitorId);
  await waitFor(() => receiver.calls.length >= 2);
  const [execution] = await executionsOf(world, journey.id);
  const id = String(execution?.['workflowId']).replace('journey/', '');
  await waitFor(async () => (await world.temporal.workflow.count(`JourneyId="${journey.id}"`)).count === 1);
  const before = receiver.calls.length;
  const [list, description, update] = await run('Find executions that are stuck at a step', {
    'exe_…': id,
    'jrn_…': journey.id,
  });
  expect(list).toContain(id);
  expect(description).toContain('performWebhook');
  expect(update).toContain('retry_now');
  await waitFor(() => receiver.calls.length > before);
});

test('the backlog of a queue is shown', async () => {
  expect((await run('Drain a queue')).join()).toContain('ApproximateBacklogCount');
});

test('the rate of a queue is set, shown and removed', async () => {
  const [, shown] = await run('Change a rate');
  expect(shown).toContain('new SES account');
});

test('a release is rolled back', async () => {
  await world.startWorker({ TEMPORAL_VERSIONING: 'on', RELEASE: 'next' });
  const target = { client: world.temporal, deploymentName: 'apex' };
  await waitFor(async () => (await readDeployment(target)) !== null, { what: 'the release to be listed' });
  await waitFor(
    () =>
      setCurrent(target, 'next').then(
        () => true,
        () => false,
      ),
    { what: 'the promotion' },
  );
  const [before, rolledBack] = await run('Roll back a release');
  expect(before).toContain('next is current');
  expect(rolledBack).toContain('Release next gets no more executions. unversioned is current.');
});

test('failed executions are counted and retried', async () => {
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, failOnError: true, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { workspaceId } = world.demo;
  const id = newId('execution');
  const failed = { id, endUserId: person.id, status: 'FAILED', currentStepId: 'call' };
  await storeRuns(world.database, { workspaceId, journeyId: journey.id }, [failed]);
  await world.database('executions').where({ id }).update({ exit_reason: 'webhook', failure_cause: 'http_503' });
  const [causes, counted, started] = await run('Retry failed executions', { 'jrn_…': journey.id });
  expect(JSON.parse(causes!)).toMatchObject([{ journeyId: journey.id, cause: 'http_503', count: 1 }]);
  expect(JSON.parse(counted!)).toEqual({ matching: 1 });
  expect(JSON.parse(started!)).toMatchObject({ matching: 1 });
  await waitFor(async () => (await world.database('executions').where({ id, retries: 1 })).length === 1);
});

test('a tenant is paused and resumed', async () => {
  const [paused, resumed] = await run('Pause a tenant', { 'wsp_…': world.demo.workspaceId });
  expect(paused).toContain('pausedAt');
  expect(resumed).toContain(world.demo.workspaceId);
  const workspace = await world.database('workspaces').where({ id: world.demo.workspaceId }).first('paused_at');
  expect(workspace).toEqual({ paused_at: null });
});

test('every runbook is tried by a test of this file', () => {
  expect([...runbooks.keys()].sort()).toEqual([
    'Change a rate',
    'Drain a queue',
    'Find executions that are stuck at a step',
    'Pause a tenant',
    'Retry failed executions',
    'Roll back a release',
  ]);
});

test.each(Object.entries(temporalViews))('the server accepts the view "%s"', async (_, query) => {
  expect((await world.temporal.workflow.count(query)).count).toBeGreaterThanOrEqual(0);
});
