import { newId } from '../../db/connection/ids';
import { settleAbandonedSends } from '../../db/email/sends';
import { createSubject, publishJourney } from '../support/journeys';
import { insertRunAt } from '../support/run-at';
import { createWorld, type World } from '../support/world';

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

interface Left {
  run: 'RUNNING' | 'CANCELED';
  isLeft?: boolean;
  startedAt?: Date | null;
  status?: 'sending' | 'sent';
}

/** Stores a step's message in the state its attempts left it in. @returns a function that reads its current state */
async function leaveSend({ run, isLeft = false, startedAt = null, status = 'sending' }: Left) {
  const { workspaceId: workspace_id } = world.demo;
  const { id: journeyId } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const { id: endUserId } = await createSubject(world);
  const execution_id = await insertRunAt(world, { journeyId, endUserId, stepId: 'mail' });
  if (run !== 'RUNNING')
    await world.database('executions').where({ id: execution_id }).update({ status: run, ended_at: new Date() });
  const step = { workspace_id, execution_id, step_id: 'mail', kind: 'send', status: 'waiting' };
  const left = { status: 'skipped', reason: 'opt_out', left_at: new Date() };
  await world.database('execution_steps').insert({ ...step, ...(isLeft && left) });
  const id = newId('send');
  const send = { workspace_id, id, execution_id, step_id: 'mail', kind: 'journey', end_user_id: endUserId, status };
  const sentAt = status === 'sent' ? startedAt : null;
  await world.database('sends').insert({ ...send, provider_started_at: startedAt, sent_at: sentAt });
  return async (): Promise<unknown[]> => {
    const row = await world.database('sends').where({ id }).first<{ status: string; failure: string | null }>();
    return [row.status, row.failure];
  };
}

test.each<[string, Left, [string, string | null]]>([
  ['of a run that has ended, unclaimed', { run: 'CANCELED' }, ['failed', 'abandoned']],
  ['of a step that was left, unclaimed', { run: 'RUNNING', isLeft: true }, ['failed', 'abandoned']],
  ['claimed long ago', { run: 'CANCELED', startedAt: minutesAgo(61) }, ['unknown', 'outcome_unknown']],
  ['claimed just now', { run: 'CANCELED', startedAt: minutesAgo(59) }, ['sending', null]],
  ['of a run at its step', { run: 'RUNNING', startedAt: minutesAgo(600) }, ['sending', null]],
  ['that was sent', { run: 'CANCELED', startedAt: minutesAgo(600), status: 'sent' }, ['sent', null]],
])('cleanup sets the final state only for an abandoned message: %s', async (_, left, expected) => {
  const stateOf = await leaveSend(left);
  const isSettled = expected[0] !== 'sending' && expected[0] !== 'sent';
  expect(await settleAbandonedSends(world.database)).toBe(isSettled ? 1 : 0);
  expect(await stateOf()).toEqual(expected);
  expect(await settleAbandonedSends(world.database)).toBe(0);
});

test.each<[string, { createdAt: Date; startedAt: Date | null; isSent?: true }, [string, string | null]]>([
  [
    'of an old request, claimed',
    { createdAt: minutesAgo(61), startedAt: minutesAgo(61) },
    ['unknown', 'outcome_unknown'],
  ],
  ['of an old request, unclaimed', { createdAt: minutesAgo(61), startedAt: null }, ['failed', 'abandoned']],
  ['of a new request', { createdAt: minutesAgo(59), startedAt: minutesAgo(59) }, ['sending', null]],
  ['of an old request, sent', { createdAt: minutesAgo(61), startedAt: minutesAgo(61), isSent: true }, ['sent', null]],
])('cleanup settles a transactional message if its request ended: %s', async (_, left, expected) => {
  const id = newId('send');
  await world.database('sends').insert({
    workspace_id: world.demo.workspaceId,
    id,
    kind: 'transactional',
    mode: 'live',
    recipient: 'person@example.com',
    subject: 'Code',
    created_at: left.createdAt,
    provider_started_at: left.startedAt,
    status: left.isSent ? 'sent' : 'sending',
    sent_at: left.isSent ? new Date() : null,
  });
  const isSettled = expected[0] === 'unknown' || expected[0] === 'failed';
  expect(await settleAbandonedSends(world.database)).toBe(isSettled ? 1 : 0);
  const row = await world.database('sends').where({ id }).first<{ status: string; failure: string | null }>();
  expect([row.status, row.failure]).toEqual(expected);
});
