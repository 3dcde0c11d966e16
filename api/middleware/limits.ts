import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Context } from 'koa';
import type { Database } from '../../db/connection/pool';
import { AppError } from '../../domain/errors';
import type { Admission } from '../../db/transactional/send-admission';
import { isOverThroughput, sendsPerSecond } from '../../domain/transactional/throughput';
import { createSharedCount, type RateState } from './shared-count';
import { createSignInLimits, type SignInLimits } from './sign-in-limits';

/** Which of the specification's rates a route counts against; `none` for probes, pages and documents. */
export type RateLimitClass = 'ingest' | 'read' | 'write' | 'throughput' | 'none';

/**
 * Rates in PostgreSQL, one truth for any number of processes: a window of a minute begins with a key's first request, and
 * requests that arrive together are counted by one statement. A key that has used its window up is turned away from memory until the window ends, so that a noisy
 * workspace costs the database nothing.
 */
export interface Limits extends SignInLimits {
  /** Counts a request and writes the X-RateLimit headers; those by a transactional key are counted as they claim. @throws AppError RATE_LIMITED */
  count(context: Context, limit: RateLimitClass, key: string): Promise<void>;
  /** Writes the headers of a request that was counted by its transactional key. @throws AppError RATE_LIMITED */
  checkThroughput(context: Context, admission: Admission): void;
}

export interface LimitSettings {
  /** Whether the rates per key and minute apply; those of sign-ins and of transactional sends always do. */
  enabled: boolean;
  /** Requests a minute. */
  perMinute: Record<Exclude<RateLimitClass, 'throughput' | 'none'>, number>;
}

const windowSeconds = 60;

export function createLimits(database: Database, settings: LimitSettings): Limits {
  const limiter = (name: string, points: number, duration: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: database,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: name === 'write',
      keyPrefix: name,
      points,
      duration,
      inMemoryBlockOnConsumed: points + 1,
    });
  const { ingest, read, write } = settings.perMinute;
  const limiters = {
    ingest: limiter('ingest', ingest, windowSeconds),
    read: limiter('read', read, windowSeconds),
    write: limiter('write', write, windowSeconds),
  };
  const counts = {
    ingest: createSharedCount(limiters.ingest),
    read: createSharedCount(limiters.read),
    write: createSharedCount(limiters.write),
  };
  return {
    ...createSignInLimits(limiter),
    checkThroughput,
    async count(context, limit, key) {
      if (limit === 'throughput' || !settings.enabled || limit === 'none') return;
      const state = await counts[limit](key.slice(0, 200));
      writeHeaders(context, settings.perMinute[limit], state);
      if (state.refused) {
        throw tooMany(
          `At most ${settings.perMinute[limit]} requests a minute: wait until the time in Retry-After.`,
          state,
        );
      }
    },
  };
}

function checkThroughput(context: Context, admission: Admission): void {
  const { plan, requests, msBeforeNext } = admission;
  const limit = sendsPerSecond[plan];
  const state = { refused: isOverThroughput(admission), remainingPoints: Math.max(0, limit - requests), msBeforeNext };
  writeHeaders(context, limit, state);
  if (state.refused) throw tooMany(`At most ${limit} sends a second for each key on the plan ${plan}.`, state);
}

function writeHeaders({ res }: Context, limit: number, state: RateState): void {
  res.setHeader('X-RateLimit-Limit', String(limit));
  res.setHeader('X-RateLimit-Remaining', String(state.remainingPoints));
  res.setHeader('X-RateLimit-Reset', String(Math.ceil((Date.now() + state.msBeforeNext) / 1_000)));
}

const tooMany = (message: string, { msBeforeNext }: { msBeforeNext: number }): AppError =>
  new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
