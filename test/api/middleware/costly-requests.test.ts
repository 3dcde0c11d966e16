import { CostlyRequests } from '../../../api/middleware/costly-requests';
import { ActiveOwners } from '../../../domain/fair-share';
import { heldWork, nextLoop } from '../../support/held-work';

const shared = { isShared: true };

/** Sets up requests with a clock and an event loop under the control of the test. */
function requestsByClock() {
  const clock = { ms: 0, busyMs: 0 };
  const costly = new CostlyRequests(new ActiveOwners(() => clock.ms), () => clock.busyMs);
  const taking =
    (ms: number, { busyMs = ms } = {}) =>
    (): Promise<void> => {
      clock.ms += ms;
      clock.busyMs += busyMs;
      return Promise.resolve();
    };
  return { clock, costly, taking };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'hrtime'] }));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('costly requests of one owner run one at a time, in parallel with those of others', async () => {
  const costly = new CostlyRequests(new ActiveOwners(() => performance.now()));
  const log: string[] = [];
  const [first, second, other] = ['a1', 'a2', 'b1'].map((name) => heldWork(log, name));
  const ofA = [costly.handle('a', shared, first!.run), costly.handle('a', shared, second!.run)];
  const ofB = costly.handle('b', shared, other!.run);
  await nextLoop();
  expect(log).toEqual(['a1', 'b1']);
  other!.end();
  await ofB;
  first!.end();
  second!.end();
  await Promise.all(ofA);
  expect(log).toEqual(['a1', 'b1', 'a2']);
});

test('an owner that used its share waits while others are active', async () => {
  const { clock, costly, taking } = requestsByClock();
  const log: string[] = [];
  await costly.handle('a', shared, taking(500));
  costly.see('b');
  costly.see('a');
  const [waiting, other] = ['a2', 'b1'].map((name) => heldWork(log, name));
  const ofA = costly.handle('a', shared, waiting!.run);
  void costly.handle('b', shared, other!.run);
  await nextLoop();
  expect(log).toEqual(['b1']);
  // After this time, b no longer counts as active.
  clock.ms += 1_000;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(['b1', 'a2']);
  waiting!.end();
  await ofA;
});

test('an owner that used its share continues if no one else is active', async () => {
  const { costly, taking } = requestsByClock();
  await costly.handle('a', shared, taking(5_000));
  costly.see('a');
  await expect(costly.handle('a', shared, () => Promise.resolve('done'))).resolves.toBe('done');
});

test('many small requests add up to a share', async () => {
  const { clock, costly, taking } = requestsByClock();
  for (let piece = 0; piece < 60; piece += 1) await costly.handle('a', shared, taking(1));
  costly.see('b');
  const own = jest.fn(() => Promise.resolve());
  void costly.handle('a', shared, own);
  await nextLoop();
  expect(own).not.toHaveBeenCalled();
  clock.ms += 100;
  await jest.advanceTimersByTimeAsync(100);
  expect(own).toHaveBeenCalled();
});

test('time spent waiting for the database does not count', async () => {
  const { costly, taking } = requestsByClock();
  await costly.handle('a', shared, taking(9_000, { busyMs: 5 }));
  costly.see('b');
  await expect(costly.handle('a', shared, () => Promise.resolve('done'))).resolves.toBe('done');
});

test('by default, time on the event loop counts', async () => {
  const costly = new CostlyRequests(new ActiveOwners(() => 0));
  await costly.handle('a', shared, async () => {
    // The loop’s time is measured from its next turn.
    await nextLoop();
    const until = performance.now() + 100;
    while (performance.now() < until);
    await nextLoop();
  });
  costly.see('b');
  const own = jest.fn(() => Promise.resolve());
  void costly.handle('a', shared, own);
  await nextLoop();
  expect(own).not.toHaveBeenCalled();
});

test('requests that are not shared neither wait nor count', async () => {
  const { costly, taking } = requestsByClock();
  costly.see('b');
  costly.see('a');
  await costly.handle('a', { isShared: false }, taking(500));
  await costly.handle('a', shared, taking(500));
  costly.see('b');
  await expect(costly.handle('a', { isShared: false }, () => Promise.resolve('done'))).resolves.toBe('done');
});

test('a route with a large response is marked per owner until its next small response', () => {
  const costly = new CostlyRequests(new ActiveOwners(() => performance.now()));
  costly.noteResponse('a', 'get /api/communications', 99_999);
  expect(costly.hasLargeResponse('a', 'get /api/communications')).toBe(false);
  costly.noteResponse('a', 'get /api/communications', 100_000);
  expect(costly.hasLargeResponse('a', 'get /api/communications')).toBe(true);
  expect(costly.hasLargeResponse('b', 'get /api/communications')).toBe(false);
  expect(costly.hasLargeResponse('a', 'get /api/audiences')).toBe(false);
  costly.noteResponse('a', 'get /api/communications', 2);
  expect(costly.hasLargeResponse('a', 'get /api/communications')).toBe(false);
});

describe('between two chunks of work', () => {
  /** Works in chunks of 5 ms on the event loop, with a pause after each. */
  const inPieces =
    ({ clock }: ReturnType<typeof requestsByClock>, log: string[], pieces: number) =>
    async (pause: () => Promise<void>): Promise<void> => {
      for (let piece = 1; piece <= pieces; piece += 1) {
        clock.busyMs += 5;
        log.push(`piece ${piece}`);
        await pause();
      }
    };

  test('a request pauses in proportion to its work while others are active', async () => {
    const given = requestsByClock();
    const log: string[] = [];
    given.costly.see('b');
    const done = given.costly.handle('a', shared, inPieces(given, log, 3));
    await nextLoop();
    expect(log).toEqual(['piece 1']);
    await jest.advanceTimersByTimeAsync(44);
    expect(log).toEqual(['piece 1']);
    await jest.advanceTimersByTimeAsync(1);
    expect(log).toEqual(['piece 1', 'piece 2']);
    await jest.advanceTimersByTimeAsync(90);
    await done;
    expect(log).toHaveLength(3);
  });

  test('the work of others during a pause does not count', async () => {
    const given = requestsByClock();
    const log: string[] = [];
    given.costly.see('b');
    void given.costly.handle('a', shared, inPieces(given, log, 2)).then(() => log.push('done'));
    await nextLoop();
    given.clock.busyMs += 40;
    await jest.advanceTimersByTimeAsync(45);
    expect(log).toEqual(['piece 1', 'piece 2']);
    await jest.advanceTimersByTimeAsync(45);
    expect(log).toEqual(['piece 1', 'piece 2', 'done']);
  });

  test('a request does not wait if no one else is active', async () => {
    const given = requestsByClock();
    const log: string[] = [];
    await given.costly.handle('a', shared, inPieces(given, log, 20));
    expect(log).toHaveLength(20);
  });

  test('each pause is at most 100 ms, and all pauses of a request at most five seconds', async () => {
    const given = requestsByClock();
    const log: string[] = [];
    given.costly.see('b');
    const done = given.costly.handle('a', shared, async (pause) => {
      for (let piece = 1; piece <= 60; piece += 1) {
        given.clock.busyMs += 500;
        log.push(`piece ${piece}`);
        await pause();
      }
    });
    await nextLoop();
    await jest.advanceTimersByTimeAsync(100);
    expect(log).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(4_900);
    await done;
    expect(log).toHaveLength(60);
  });
});
