import { createHash } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { temporal as proto } from '@temporalio/proto';
import { createPayloadCodec, readCodecKeys } from '../../temporal/payload-codec';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { digestScheduleId } from '../../workflows/contract/weekly-digest';
import { triggerSchedule } from '../support/run-schedule';
import { waitFor } from '../support/wait-for';
import { addWorkspace, type TestWorkspace } from '../support/workspaces';
import { useWorld } from '../support/world';

const { CommandType } = proto.api.enums.v1;
const keyOf = (id: string): string => `${id}:${createHash('sha256').update(id).digest('base64')}`;
const ringOf = (...ids: string[]) => ({ TEMPORAL_CODEC_KEYS: ids.map(keyOf).join(',') });

const world = useWorld();
/** Its digest is off, so its schedule is paused. */
let paused: TestWorkspace;

beforeAll(async () => {
  paused = await addWorkspace(world);
  expect((await paused.api.patch('/api/workspace', { digest: { enabled: false } })).status).toBe(200);
  const worker = await startWorker('old');
  await waitFor(() => isPaused(schedules().paused));
  for (const scheduleId of Object.values(schedules())) await (await trigger(scheduleId)).result();
  await worker.stop();
});

const startWorker = (...ids: string[]) => world.startWorker({ ...ringOf(...ids), MAINTAIN_EVERY_SECONDS: '86400' });
const trigger = (scheduleId: string) => triggerSchedule(world.temporal, scheduleId);

/** A schedule of each kind that can outlive a key. */
const schedules = () => ({
  digest: digestScheduleId(world.demo.workspaceId),
  paused: digestScheduleId(paused.demo.workspaceId),
  maintenance: scheduleIds.checkAnomalies,
  events: scheduleIds.maintainEvents,
});

async function startedBy(run: WorkflowHandle) {
  const { events } = await run.fetchHistory();
  const started = events?.[0]?.workflowExecutionStartedEventAttributes;
  const encodings = (started?.lastCompletionResult?.payloads ?? []).map(encodingOf);
  return { encodings, failure: started?.continuedFailure?.encodedAttributes };
}

const encodingOf = ({ metadata }: Payload): string => Buffer.from(metadata?.['encoding'] ?? []).toString();

const isPaused = async (scheduleId: string): Promise<boolean> =>
  (await world.temporal.schedule.getHandle(scheduleId).describe()).state.paused;

/**
 * Ends the next run of a schedule as earlier releases did: with a payload encrypted with the key `old`. No worker may
 * serve the queue.
 * @param how whether the run completes with a result or fails
 */
async function endUnderOldKey(scheduleId: string, how: 'result' | 'failure'): Promise<void> {
  const [payload] = await createPayloadCodec(readCodecKeys(keyOf('old'))).encode([
    defaultPayloadConverter.toPayload({ notices: 1 }),
  ]);
  const { namespace } = world;
  const run = await trigger(scheduleId);
  const { workflowService } = world.temporal;
  const taskQueue = { name: 'maintenance' };
  while ((await run.describe()).status.name === 'RUNNING') {
    const poll = () => workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity: 'test' });
    const task = await world.temporal.withDeadline(Date.now() + 90_000, poll);
    if (task.taskToken.length === 0) continue;
    const isFailing = how === 'failure' && task.workflowExecution?.workflowId === run.workflowId;
    const commands = [isFailing ? failWith(payload!) : completeWith(payload!)];
    await workflowService.respondWorkflowTaskCompleted({ namespace, taskToken: task.taskToken, commands });
  }
}

const failWith = (encodedAttributes: Payload) => ({
  commandType: CommandType.COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION,
  failWorkflowExecutionCommandAttributes: {
    failure: { message: 'Failed.', encodedAttributes, applicationFailureInfo: {} },
  },
});

const completeWith = (result: Payload) => ({
  commandType: CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION,
  completeWorkflowExecutionCommandAttributes: { result: { payloads: [result] } },
});

test('schedules, including paused ones, run after the key of their previous runs was removed', async () => {
  const both = await startWorker('new', 'old');
  await (await trigger(schedules().digest)).result();
  await both.stop();

  const rotated = await startWorker('new');
  expect((await paused.api.patch('/api/workspace', { digest: { enabled: true } })).status).toBe(200);
  await waitFor(async () => !(await isPaused(schedules().paused)));
  for (const scheduleId of Object.values(schedules())) {
    const run = await trigger(scheduleId);
    expect(await run.result()).toBeUndefined();
    expect((await startedBy(run)).encodings).toEqual(['binary/null']);
  }
  await rotated.stop();
});

test.each(['result', 'failure'] as const)(
  'a schedule runs after its previous run left a %s under a removed key',
  async (how) => {
    const scheduleId = schedules().digest;
    await endUnderOldKey(scheduleId, how);
    const worker = await startWorker('new');
    const run = await trigger(scheduleId);
    expect(await run.result()).toBeUndefined();
    const { encodings, failure } = await startedBy(run);
    expect(how === 'result' ? encodings : [encodingOf(failure!)]).toEqual(['binary/encrypted']);
    const next = await trigger(scheduleId);
    expect(await next.result()).toBeUndefined();
    expect(await startedBy(next)).toMatchObject({ encodings: ['binary/null'] });
    await worker.stop();
  },
);
