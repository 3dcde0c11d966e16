import { useTemporalRuntime } from '../support/temporal-runtime';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';

/**
 * Histories of real executions, recorded with `temporal workflow show --output json`. Replaying them checks that
 * running executions survive a deploy. If a change of workflow code fails here, put it behind `patched()`.
 */
const folder = path.join(__dirname, 'histories');
const files = readdirSync(folder);
const workflowBundle = { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' };

/**
 * The result for each history, by file. One worker replays them all, because starting one takes longer than any
 * history.
 */
const replayed = new Map<string, Error | undefined>();

beforeAll(async () => {
  await useTemporalRuntime();
  const histories = files.map((file) => ({ workflowId: file, history: read(file) }));
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    replayed.set(workflowId, error);
  }
});

interface RecordedHistory {
  events: {
    timerStartedEventAttributes?: unknown;
    activityTaskScheduledEventAttributes?: { activityType: { name: string } };
  }[];
}

/** Decodes the base64 payloads of a history. */
function payloadsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'data' && typeof inner === 'string' ? [Buffer.from(inner, 'base64').toString()] : payloadsOf(inner),
  );
}

const read = (file: string): RecordedHistory =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RecordedHistory;

test.each(files)('%s replays', (file) => {
  expect([...replayed.keys()]).toContain(file);
  expect(replayed.get(file)).toBeUndefined();
});

test('a history that the code could not have created is refused', async () => {
  const history = read('run-three-sends-two-short-waits.json');
  const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes);
  if (scheduled?.activityTaskScheduledEventAttributes === undefined)
    throw new Error('The recorded history has no activity.');
  scheduled.activityTaskScheduledEventAttributes.activityType.name = 'arriveAtStep';
  await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toThrow(DeterminismViolationError);
});

test('a history with steps in another order is refused', async () => {
  const history = read('run-every-kind.json');
  const activities = history.events.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
  const [send, call] = ['performSend', 'performWebhook'].map((name) =>
    activities.find(({ activityType }) => activityType.name === name),
  );
  if (send === undefined || call === undefined) throw new Error('The recorded history lacks a step.');
  [send.activityType, call.activityType] = [call.activityType, send.activityType];
  await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toThrow(DeterminismViolationError);
});

test.each(files)('%s contains ids, names, structure and instants, and no address but links to the console', (file) => {
  const payloads = payloadsOf(read(file));
  expect(payloads.length).toBeGreaterThan(3);
  expect(payloads.filter((text) => /@|https?:(?!\/\/[^/]+\/console\/)/.test(text))).toEqual([]);
});
