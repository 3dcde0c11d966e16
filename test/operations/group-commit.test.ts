import { createGroupCommit, type GroupCommitOptions } from '../../operations/group-commit';
import { AppError } from '../../domain/errors';

/** A commit that the test completes. */
interface PendingCommit {
  items: readonly number[];
  succeed: () => void;
  fail: (error: Error) => void;
}

const away = new Error('away');

function setUp(options: Partial<GroupCommitOptions<number>> = {}) {
  const commits: PendingCommit[] = [];
  const group = createGroupCommit<number>({
    commit: (items) =>
      new Promise((resolve, reject) => {
        commits.push({ items, succeed: () => resolve(), fail: reject });
      }),
    weightOf: (item) => item,
    isUnavailable: (error) => error === away,
    maxQueued: 10,
    maxGroup: 6,
    concurrency: 1,
    deadlineMs: 60_000,
    timeoutMessage: 'Come back.',
    ...options,
  });
  return { commits, group };
}

/**
 * Waits for a full turn of the event loop. On a busy machine, a timer can run before the callbacks of the current turn.
 */
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 1));
const outcome = (promise: Promise<void>): Promise<string> =>
  promise.then(
    () => 'committed',
    (error: unknown) => (error instanceof AppError ? `${error.code} ${error.retryAfterSeconds}` : String(error)),
  );

test('items that arrive during a commit are committed together next, in order, up to the maximum group', async () => {
  const { commits, group } = setUp();
  const first = outcome(group.submit(1));
  await tick();
  const others = [2, 3, 4].map((item) => outcome(group.submit(item)));
  await tick();
  expect(commits.map(({ items }) => items)).toEqual([[1]]);
  commits[0]?.succeed();
  expect(await first).toBe('committed');
  await tick();
  expect(commits[1]?.items).toEqual([2, 3]);
  expect(group.load()).toBe(9);
  commits[1]?.succeed();
  await tick();
  expect(commits[2]?.items).toEqual([4]);
  const drained = group.drained();
  commits[2]?.succeed();
  expect(await Promise.all(others)).toEqual(['committed', 'committed', 'committed']);
  await drained;
  expect(group.load()).toBe(0);
});

test('no caller gets a response before its item is committed', async () => {
  const { commits, group } = setUp();
  let settled = false;
  const submitted = group.submit(1).then(() => (settled = true));
  await tick();
  await tick();
  expect([commits.length, settled]).toEqual([1, false]);
  commits[0]?.succeed();
  await submitted;
});

test('a full queue refuses with a retry time; an oversized item is accepted only by an empty queue', async () => {
  const { commits, group } = setUp();
  const taken = [group.submit(1), group.submit(9)].map(outcome);
  const refused = outcome(group.submit(1));
  expect(await refused).toBe('SERVICE_UNAVAILABLE 1');
  await tick();
  commits[0]?.succeed();
  await tick();
  commits[1]?.succeed();
  expect(await Promise.all(taken)).toEqual(['committed', 'committed']);
  const heavy = outcome(group.submit(50));
  await tick();
  commits[2]?.succeed();
  expect(await heavy).toBe('committed');
});

test('if the database is unavailable, all requests of the group fail', async () => {
  const { commits, group } = setUp();
  const submitted = [1, 2].map((item) => outcome(group.submit(item)));
  await tick();
  commits[0]?.fail(away);
  expect(await Promise.all(submitted)).toEqual(['Error: away', 'Error: away']);
  expect(commits).toHaveLength(1);
});

test('an item that cannot be stored does not affect the others', async () => {
  const { commits, group } = setUp();
  const submitted = [1, 2, 3].map((item) => outcome(group.submit(item)));
  await tick();
  commits[0]?.fail(new Error('cannot be stored'));
  for (const index of [1, 2, 3]) {
    await tick();
    const commit = commits[index];
    if (commit?.items[0] === 2) commit.fail(new Error('item 2'));
    else commit?.succeed();
  }
  expect(await Promise.all(submitted)).toEqual(['committed', 'Error: item 2', 'committed']);
  expect(commits.map(({ items }) => items)).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('a request that waits past the deadline gets a retry time and leaves the queue', async () => {
  const { commits, group } = setUp({ deadlineMs: 20 });
  const [committing, waiting] = [outcome(group.submit(4)), outcome(group.submit(6))];
  expect(await Promise.all([committing, waiting])).toEqual(['SERVICE_UNAVAILABLE 5', 'SERVICE_UNAVAILABLE 5']);
  expect(group.load()).toBe(4);
  commits[0]?.succeed();
  await group.drained();
  expect([commits.length, group.load()]).toEqual([1, 0]);
});
