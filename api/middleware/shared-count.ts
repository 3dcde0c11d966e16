import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError } from '../../domain/errors';

/** What a rate says to one request. */
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

/** Requests that may wait to be counted in this process; more are turned away while the database does not answer. */
const maxWaiting = 10_000;

/**
 * Counts requests of a key, those that arrive while a count is under way together in one statement. As exact as counting them one
 * by one: of a group that brings the total to `n`, the first up to the limit pass.
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function createSharedCount(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'points'>,
): (key: string) => Promise<RateState> {
  /** The requests of each key whose count has not begun; an entry lives while a count of the key is under way. */
  const waitingByKey = new Map<string, Waiting[]>();
  let waitingCount = 0;

  return (key) => {
    if (waitingCount >= maxWaiting) return Promise.reject(tooManyWaiting());
    return new Promise((resolve, reject) => {
      const waiting = waitingByKey.get(key);
      waitingCount += 1;
      if (waiting !== undefined) {
        waiting.push({ resolve, reject });
        return;
      }
      waitingByKey.set(key, [{ resolve, reject }]);
      // Requests that were read in the same turn of the loop are counted together.
      setImmediate(() => void countAll(key));
    });
  };

  async function countAll(key: string): Promise<void> {
    for (;;) {
      const group = waitingByKey.get(key) ?? [];
      if (group.length === 0) {
        waitingByKey.delete(key);
        return;
      }
      waitingByKey.set(key, []);
      await countGroup(limiter, key, group);
      waitingCount -= group.length;
    }
  }
}

const tooManyWaiting = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many requests wait for the database. Nothing was stored: try again.', {
    retryAfterSeconds: 1,
  });

async function countGroup(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'points'>,
  key: string,
  group: readonly Waiting[],
): Promise<void> {
  try {
    const { consumedPoints, msBeforeNext } = await consume(limiter, key, group.length);
    const before = consumedPoints - group.length;
    group.forEach(({ resolve }, index) => {
      // A key that is turned away from memory was not counted at all.
      const refused = consumedPoints === 0 || before + index + 1 > limiter.points;
      const remainingPoints = refused ? 0 : limiter.points - (before + index + 1);
      resolve({ refused, remainingPoints, msBeforeNext });
    });
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
