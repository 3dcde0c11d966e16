import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { bundleBrokenRelease } from '../support/next-release';
import { type Ended, runEntry } from '../support/run-entry';
import { timerEndMs } from '../support/temporal-history';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const folder = mkdtempSync(path.join(tmpdir(), 'apex-release-'));

const key = `first:${Buffer.from('a-key-of-the-payloads-with-32-by').toString('base64')}`;

const world = useWorld({ environment: { TEMPORAL_CODEC_KEYS: key } });

afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '100' }));

/** Runs `npm run release:check -- …` as an operator does. */
const check = (words: string[], settings: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runEntry('tools/release-check.ts', words, { ...world.environment, ...settings });

/** Starts an execution. @returns its workflow, once it waits */
async function startWaiting(steps: unknown[]) {
  const person = await createSubject(world);
  const journey = await publishJourney(world, steps);
  await trackEvent(world, journey.eventName, person.visitorId);
  const workflowId = (await executionsOf(world, journey.id))[0]!['workflowId']!;
  const handle = world.temporal.workflow.getHandle(workflowId);
  await waitFor(async () => timerEndMs(await handle.fetchHistory()), { what: 'an execution that waits' });
  const { events } = await handle.fetchHistory();
  return { workflowId, runId: events?.[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId };
}

const isListed = async (query: string): Promise<boolean> => (await world.temporal.workflow.count(query)).count > 0;

test('replays executions of the namespace, and refuses a release that cannot continue them by name', async () => {
  const end = { id: 'end', kind: 'exit' };
  const { workflowId, runId } = await startWaiting([{ id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' }, end]);
  await startWaiting([{ id: 'blink', kind: 'wait', duration: 'PT1S', next: 'end' }, end]);
  const ofJourneys = 'WorkflowType = "journey"';
  await waitFor(() => isListed(`${ofJourneys} and ExecutionStatus = "Completed"`), { what: 'a completed execution' });
  await waitFor(() => isListed(`${ofJourneys} and ExecutionStatus = "Running"`), { what: 'a running execution' });

  const good = await check(['--from', 'namespace']);
  expect(good).toMatchObject({ code: 0, stderr: '' });
  expect(good.stdout).toContain('  journey: 2\n');
  expect(good.stdout).toMatch(/All \d+ histories replay\.\n$/);

  const broken = await check(['--from', 'namespace'], { WORKFLOW_BUNDLE: bundleBrokenRelease(folder) });
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain(`Refused: journey ${workflowId}, run ${runId}\n`);
  expect(broken.stderr).toContain('Nondeterminism');
  expect(broken.stderr).toMatch(/2 of \d+ histories do not replay: do not deploy this release\. Put the change behind/);

  const ofOne = await check(['--from', 'namespace', '--query', `WorkflowId = "${workflowId}"`]);
  expect(ofOne.stdout).toContain('All 1 histories replay.');

  const withoutKeys = await check(['--from', 'namespace', '--query', ofJourneys], { TEMPORAL_CODEC_KEYS: '' });
  expect(withoutKeys.code).toBe(1);
  expect(withoutKeys.stderr).toContain('Set TEMPORAL_CODEC_KEYS to the keys of the workers');
});

test('replays recorded histories without a Temporal server', async () => {
  const settings = { TEMPORAL_ADDRESS: '' };
  expect(await check([], settings)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`All ${readdirSync('test/replay/histories').length} histories replay.`),
  });
  const broken = await check([], { ...settings, WORKFLOW_BUNDLE: bundleBrokenRelease(folder) });
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain('Refused: journeyRun run-three-sends-two-short-waits.json, run ');
});

test.each([
  [['--from', folder], 'contains no histories'],
  [['--from', '/nowhere'], 'Cannot read the folder /nowhere'],
  [['--sample', '0'], '--sample must be a whole number greater than 0.'],
  [['--all'], 'npm run release:check'],
])('%s checks nothing, and ends with 2', async (words, message) => {
  const { code, stderr } = await check(words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});
