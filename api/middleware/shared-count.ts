import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError } from '../../domain/errors';
import { createBatches, type Batches } from '../../operations/group-commit';

/** The state of a rate limit after one request. */
export interface RateState {
  refused: boolean;
  remainingPoints: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}

interface Waiting {
  resolve: (state: RateState) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of requests that wait to be counted in this process. More are refused until the database responds. */
const maxWaiting = 10_000;

/**
 * The share of a key's remaining requests that a process may count in advance. Near the limit it rounds to zero, so
 * that the last requests are counted one by one.
 */
const advanceShare = 1 / 16;
/** Maximum number of requests that are counted in advance. */
const maxAdvance = 200;

/** The state of a key in its window, as last read by this process. */
interface Standing {
  waiting: Waiting[];
  batches: Batches;
  /** Counted in the database and not used yet. */
  advance: number;
  /** Remaining requests according to the database. */
  left: number;
  windowEndsAt: number;
}

/**
 * Counts requests of a key, those that arrive while a count is under way together in one statement, and some in advance. As exact
 * as counting them one by one: of a group that brings the total to `n`, the first up to the limit pass. A process that counts in
 * advance and then gets no request keeps a sixteenth of what was left, at most, from the others until the window ends.
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function createSharedCount(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'points'>,
): (key: string) => Promise<RateState> {
  const standings = new Map<string, Standing>();
  let waitingCount = 0;

  return (key) => {
    const standing = standings.get(key) ?? remember(key);
    const advanced = standing.waiting.length === 0 ? takeAdvance(standing) : null;
    if (advanced !== null) return Promise.resolve(advanced);
    if (waitingCount >= maxWaiting) return Promise.reject(tooManyWaiting());
    return new Promise((resolve, reject) => {
      waitingCount += 1;
      standing.waiting.push({ resolve, reject });
      standing.batches.wake();
    });
  };

  function remember(key: string): Standing {
    if (standings.size >= maxRemembered) {
      for (const [other, { waiting, batches }] of standings) {
        if (waiting.length === 0 && batches.running() === 0) standings.delete(other);
      }
    }
    const batches = createBatches(() => takeGroup(key, standing), 1);
    const standing: Standing = { waiting: [], batches, advance: 0, left: limiter.points, windowEndsAt: 0 };
    standings.set(key, standing);
    return standing;
  }

  function takeGroup(key: string, standing: Standing): (() => Promise<void>) | null {
    serveInAdvance(standing);
    const group = standing.waiting.splice(0);
    if (group.length === 0) return null;
    return async () => {
      await countGroup(limiter, key, { standing, group });
      waitingCount -= group.length;
    };
  }

  function serveInAdvance(standing: Standing): void {
    for (let state = takeAdvance(standing); state !== null; state = takeAdvance(standing)) {
      const next = standing.waiting.shift();
      if (next === undefined) {
        standing.advance += 1;
        return;
      }
      waitingCount -= 1;
      next.resolve(state);
    }
  }
}

/** Uses a request that was counted in advance; null when there is none in this window. */
function takeAdvance(standing: Standing): RateState | null {
  const msBeforeNext = standing.windowEndsAt - performance.now();
  if (standing.advance === 0 || msBeforeNext <= 0) return null;
  standing.advance -= 1;
  return { refused: false, remainingPoints: standing.left + standing.advance, msBeforeNext };
}

/** Keys whose standing a process remembers at most. */
const maxRemembered = 20_000;

const tooManyWaiting = (): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many requests are waiting for the database. Nothing was stored. Retry the request.',
    {
      retryAfterSeconds: 1,
    },
  );

async function countGroup(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'points'>,
  key: string,
  { standing, group }: { standing: Standing; group: readonly Waiting[] },
): Promise<void> {
  const isSameWindow = performance.now() < standing.windowEndsAt;
  const left = isSameWindow ? standing.left : limiter.points;
  const advance = Math.min(maxAdvance, Math.floor(left * advanceShare));
  try {
    const { consumedPoints, msBeforeNext } = await consume(limiter, key, group.length + advance);
    const before = consumedPoints - group.length - advance;
    standing.left = Math.max(0, limiter.points - consumedPoints);
    standing.advance = Math.max(0, Math.min(advance, limiter.points - before - group.length));
    standing.windowEndsAt = performance.now() + msBeforeNext;
    group.forEach(({ resolve }, index) => {
      // A key that is turned away from memory was not counted at all.
      const refused = consumedPoints === 0 || before + index + 1 > limiter.points;
      const remainingPoints = refused ? 0 : limiter.points - (before + index + 1);
      resolve({ refused, remainingPoints, msBeforeNext });
    });
    if (consumedPoints === 0) standing.advance = 0;
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/** The library throws its state for a key that has used its window up, and an error for anything else. */
async function consume(
  limiter: Pick<RateLimiterAbstract, 'consume'>,
  key: string,
  points: number,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (state) {
    if (state instanceof RateLimiterRes) return state;
    throw state;
  }
}
