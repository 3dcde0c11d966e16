import { queueConnectionSync } from '../../db/connections/connections';
import { deleteExecutionCommands } from '../../db/erasure/erasure-runs';
import { queueSignals } from '../../db/journeys/run-events';
import {
  claimCommands,
  enqueue,
  outboxBacklog,
  releaseCommands,
  settleCommands,
  type ClaimedCommand,
  type CommandResult,
  type OutboxKind,
} from '../../db/outbox/outbox';
import { uniqueName } from '../support/journeys';
import { createWorld, type World } from '../support/world';

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

beforeEach(() => world.database('outbox').delete());

const queue = (subjectIds: readonly string[], kind: OutboxKind = 'start_execution'): Promise<void> =>
  enqueue(
    world.database,
    subjectIds.map((subjectId) => ({ workspaceId: world.demo.workspaceId, kind, subjectId })),
  );

async function queueOne(): Promise<string> {
  const subjectId = uniqueName('exe');
  await queue([subjectId]);
  return subjectId;
}

const claim = (worker: string, limit = 100, kind: OutboxKind = 'start_execution'): Promise<ClaimedCommand[]> =>
  claimCommands(world.database, worker, [{ kind, limit }]);

async function claimOne(worker: string): Promise<ClaimedCommand> {
  const [command] = await claim(worker);
  if (command === undefined) throw new Error('Nothing was due.');
  return command;
}

const done = (command: ClaimedCommand): CommandResult => ({ command, failure: null });
const failed = (command: ClaimedCommand, reason = 'Temporal is away'): CommandResult => ({
  command,
  failure: { reason },
});
const settle = (...results: CommandResult[]) => settleCommands(world.database, results);
const rows = () => world.database('outbox').select('subject_id', 'attempts', 'last_error', 'claimed_by');
const expireLeases = () =>
  world.database('outbox').update({ available_at: world.database.raw(`now() - interval '1 ms'`) });

/** Uses one transaction so that the time is fixed. @returns seconds until a failed command is available again */
async function failOne(attempts: number, failure: CommandResult['failure']): Promise<number | undefined> {
  await queueOne();
  await world.database('outbox').update({ attempts });
  return world.database.transaction(async (transaction) => {
    const [command] = await claimCommands(transaction, 'a', [{ kind: 'start_execution', limit: 1 }]);
    await settleCommands(transaction, [{ command: command!, failure }]);
    const due = await transaction('outbox').first<{ seconds: number }>(
      transaction.raw('extract(epoch from available_at - now())::float as seconds'),
    );
    expect(await claimCommands(transaction, 'b', [{ kind: 'start_execution', limit: 1 }])).toEqual([]);
    return due?.seconds;
  });
}

test.each([
  [0, 1],
  [1, 2],
  [5, 32],
  [6, 60],
  [2_000, 60],
])('a command that failed after %i earlier attempts is available again after %i s', async (attempts, seconds) => {
  expect(await failOne(attempts, { reason: 'Temporal is away' })).toBe(seconds);
  expect(await rows()).toMatchObject([{ attempts: attempts + 1, last_error: 'Temporal is away', claimed_by: null }]);
});

test('a lane with a pause sets the next time of its commands', async () => {
  expect(await failOne(0, { reason: 'limited', retryAfterSeconds: 12.5 })).toBe(12.5);
});

test('concurrent workers claim different commands, and never a claimed one', async () => {
  const subjects = Array.from({ length: 40 }, () => uniqueName('exe'));
  await queue(subjects);
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claim(worker, 10)));
  expect(
    claims
      .flat()
      .map(({ subjectId }) => subjectId)
      .sort(),
  ).toEqual([...subjects].sort());
  expect(await claim('e')).toEqual([]);
});

test('claims each kind up to its own limit, longest waiting first', async () => {
  await queue(['first', 'second', 'third']);
  await queue(['other'], 'cancel_execution');
  await world
    .database('outbox')
    .where({ subject_id: 'third' })
    .update({ available_at: new Date(0) });
  const claimed = await claimCommands(world.database, 'a', [
    { kind: 'start_execution', limit: 2 },
    { kind: 'cancel_execution', limit: 5 },
    { kind: 'send_notice', limit: 5 },
    { kind: 'run_digest', limit: 0 },
  ]);
  expect(claimed.map(({ subjectId }) => subjectId).sort()).toEqual(['first', 'other', 'third']);
});

test('ignores a command of a kind from a newer release', async () => {
  await queue(['mars'], 'start_rocket' as OutboxKind);
  expect(await claim('a')).toEqual([]);
  expect(await rows()).toEqual([{ subject_id: 'mars', attempts: 0, last_error: null, claimed_by: null }]);
});

test('settling deletes completed commands and keeps the others', async () => {
  await queue(['done', 'failed', 'open']);
  const claimed = new Map((await claim('a')).map((command) => [command.subjectId, command]));
  expect(await settle(done(claimed.get('done')!), failed(claimed.get('failed')!))).toEqual([]);
  expect(await world.database('outbox').orderBy('subject_id').select('subject_id', 'claimed_by')).toEqual([
    { subject_id: 'failed', claimed_by: null },
    { subject_id: 'open', claimed_by: 'a' },
  ]);
});

test('a command is claimed again after its lease, with one more attempt and the reason', async () => {
  await queueOne();
  const first = await claimOne('dead-worker');
  expect(first.attempts).toBe(0);
  await expireLeases();
  const second = await claimOne('b');
  expect(second).toMatchObject({ id: first.id, attempts: 1 });
  expect(await rows()).toMatchObject([
    { attempts: 1, last_error: 'The lease of dead-worker expired without a result.', claimed_by: 'b' },
  ]);
});

test.each([
  ['done', done],
  ['failed', (command: ClaimedCommand) => failed(command, 'too slow')],
])('a command that is %s after its lease does not affect the claim of another worker', async (_, resultOf) => {
  await queueOne();
  const first = await claimOne('slow');
  await expireLeases();
  const second = await claimOne('b');
  expect(await settle(resultOf(first))).toEqual([first]);
  expect(await rows()).toMatchObject([{ attempts: 1, claimed_by: 'b' }]);
  expect(await settle(done(second))).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a late result does not delete the next command for the same subject', async () => {
  const subjectId = await queueOne();
  const first = await claimOne('slow');
  await expireLeases();
  await settle(done(await claimOne('b')));
  await queue([subjectId]);
  expect(await settle(done(first))).toEqual([first]);
  expect(await rows()).toMatchObject([{ subject_id: subjectId, claimed_by: null }]);
});

test('a worker still settles its expired lease if no other worker claimed it', async () => {
  await queueOne();
  const command = await claimOne('slow');
  await expireLeases();
  expect(await settle(done(command))).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a released command is available immediately, without an extra attempt', async () => {
  await queueOne();
  await releaseCommands(world.database, [await claimOne('a')]);
  expect(await claimOne('b')).toMatchObject({ attempts: 0 });
});

test('the backlog shows the age of the oldest claim', async () => {
  await queue(['one', 'two']);
  expect(await outboxBacklog(world.database)).toMatchObject({ commands: 2, oldestClaimedSeconds: 0 });
  const [first] = await claim('a', 1);
  await world
    .database('outbox')
    .where({ id: first!.id })
    .update({ claimed_at: new Date(Date.now() - 90_000) });
  expect((await outboxBacklog(world.database)).oldestClaimedSeconds).toBeGreaterThanOrEqual(89);
  await settle(failed(first!));
  expect(await outboxBacklog(world.database)).toMatchObject({ commands: 2, oldestClaimedSeconds: 0 });
});

test('workers of the previous release do not take claimed commands before the lease ends', async () => {
  await queueOne();
  /** The exact statement of the previous release. */
  const takeDue = async (): Promise<number> => {
    const taken = await world.database.raw<{ rows: unknown[] }>(
      `select id, workspace_id as "workspaceId", kind, subject_id as "subjectId", attempts, traceparent from outbox
        where available_at <= now() order by available_at, id limit ? for update skip locked`,
      [50],
    );
    return taken.rows.length;
  };
  await claimOne('new');
  expect(await takeDue()).toBe(0);
  await expireLeases();
  expect(await takeDue()).toBe(1);
});

test('a command locked by a worker of the previous release is skipped', async () => {
  await queueOne();
  await world.database.transaction(async (transaction) => {
    await transaction('outbox').forUpdate().skipLocked().select('id');
    expect(await claim('new')).toEqual([]);
  });
  expect(await claim('new')).toHaveLength(1);
});

test('an erasure deletes the commands of an execution, except those in progress', async () => {
  const { workspaceId } = world.demo;
  await queue(['exe_1']);
  const command = await claimOne('a');
  await queue(['exe_1'], 'cancel_execution');
  await deleteExecutionCommands(world.database, workspaceId, 'exe_1');
  expect(await world.database('outbox').select('kind')).toEqual([{ kind: 'start_execution' }]);
  await settle(failed(command));
  await deleteExecutionCommands(world.database, workspaceId, 'exe_1');
  expect(await rows()).toEqual([]);
});

test.each([
  ['signal_execution', (workspaceId: string, id: string) => queueSignals(world.database, workspaceId, [id])],
  ['sync_connection', (workspaceId: string, id: string) => queueConnectionSync(world.database, workspaceId, id)],
] as const)('a %s queued while another for its subject is in progress runs after it', async (of, add) => {
  const { workspaceId } = world.demo;
  const id = uniqueName('subject');
  await add(workspaceId, id);
  const first = await claim('a', 100, of);
  // Committed after the first has read its data.
  await add(workspaceId, id);
  await settle(...first.map(done));
  expect(first).toHaveLength(1);
  expect(await claim('b', 100, of)).toHaveLength(1);
});
