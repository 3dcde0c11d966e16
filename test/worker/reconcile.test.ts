import { insertInvitation } from '../../db/accounts/invitations';
import { queueNotice } from '../../db/notices/notices';
import { reconcileExecutions } from '../../operations/journeys/reconcile-executions';
import { withUpkeepLocked } from '../../operations/upkeep/with-upkeep-locked';
import { createWorkflows } from '../../worker/workflow-client';
import {
  createCommunication,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
  uniqueName,
} from '../support/journeys';
import { loseWorkflow } from '../support/lost-workflow';
import { readSink } from '../support/mail-sink';
import { waitFor } from '../support/wait-for';
import { activityOf } from '../support/temporal-history';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(() => world.startWorker({ RECONCILE_EVERY_SECONDS: '1' }));

const reconcile = () => {
  const { database, temporal, namespace } = world;
  const workflows = createWorkflows(temporal, namespace);
  const context = { database, workflows, signal: new AbortController().signal };
  return reconcileExecutions(context, { limit: 100, recheckAfterSeconds: 60 });
};

async function startWaiting(duration: string) {
  const communicationId = await createCommunication(world, 'Once only');
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'pause' },
    { id: 'pause', kind: 'wait', duration, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const execution = await waitFor(async () =>
    (await executionsOf(world, journey.id)).find((one) => one['currentStepId'] === 'pause'),
  );
  return { journey, person, workflowId: execution['workflowId'] ?? '' };
}

test('an execution with a lost workflow is restarted at its step, and nothing is sent twice', async () => {
  const { journey, person, workflowId } = await startWaiting('PT1H');
  const { namespace, database } = world;
  const id = workflowId.replace('journey/', '');
  // The record says that the wait is over. The restarted workflow follows the record; the lost one slept for an hour.
  await database('execution_steps').where({ execution_id: id, step_id: 'pause' }).update({ resumes_at: new Date() });
  // Without rounds until the workflow is deleted. Before that, it looks like one terminated by an operator.
  await waitFor(() =>
    withUpkeepLocked({ database }, async () => {
      await loseWorkflow(world.temporal, namespace, workflowId);
      return true;
    }),
  );
  const done = await waitFor(async () =>
    (await executionsOf(world, journey.id)).find(({ status }) => status === 'COMPLETED'),
  );
  expect(done).toMatchObject({ exitReason: 'end' });
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
  const run = world.temporal.workflow.getHandle(workflowId);
  // The record is written before the history, which gets local activities only when their workflow task completes.
  await run.result();
  const history = await run.fetchHistory();
  expect(history.events?.flatMap((event) => activityOf(event) ?? [])).toEqual(['arriveAtStep', 'arriveAtStep']);
});

test('an execution that an operator terminated in Temporal is terminated here, in a sample or not', async () => {
  const { journey, workflowId } = await startWaiting('PT1H');
  const id = workflowId.replace('journey/', '');
  await world.database('executions').where({ id }).update({ reconciled_at: 'infinity' });
  await world.temporal.workflow.getHandle(workflowId).terminate('by hand');
  const ended = await waitFor(async () =>
    (await executionsOf(world, journey.id)).find(({ status }) => status === 'TERMINATED'),
  );
  expect(ended).toMatchObject({ exitReason: 'terminated', currentStepId: 'pause' });
});

test('a notice that was lost before it reached Temporal is still sent, once', async () => {
  const { database, demo } = world;
  const { workspaceId } = demo;
  const email = `${uniqueName('invited')}@example.com`;
  const expiresAt = new Date(Date.now() + 86_400_000);
  const id = await database.transaction(async (transaction) => {
    const invitation = await insertInvitation(transaction, {
      workspaceId,
      email,
      role: 'member',
      invitedBy: 'usr_x',
      expiresAt,
    });
    const sendId = await queueNotice(transaction, workspaceId, { template: 'invite', invitationId: invitation.id });
    await transaction('outbox').where({ subject_id: sendId }).delete();
    await transaction('sends')
      .where({ id: sendId })
      .update({ created_at: new Date(Date.now() - 360_000) });
    return sendId;
  });
  await waitFor(async () => (await readSink(world.sesEndpoint, email)).length === 1);
  await waitFor(async () => (await database('sends').where({ id, status: 'sent' })).length === 1);
  for (let runs = 0; runs < 2; runs += 1) {
    expect(await reconcile()).toMatchObject({ notices: 0 });
    await waitFor(async () => (await database('outbox')).length === 0, { what: 'an empty outbox' });
  }
  expect(await readSink(world.sesEndpoint, email)).toHaveLength(1);
});
