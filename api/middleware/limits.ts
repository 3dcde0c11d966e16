import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Context } from 'koa';
import type { Database } from '../../db/connection/pool';
import { AppError } from '../../domain/errors';
import type { Admission } from '../../db/transactional/send-group';
import type { SignIns } from '../../operations/ports';
import { sendsPerSecond } from '../../domain/transactional/throughput';
import { createRefusedBodyLimits, type RefusedBodyLimits } from './refused-bodies';
import { createSharedCount, type RateState } from './shared-count';
import { createSignInLimits } from './sign-in-limits';

/** Which of the specification's rates a route counts against; `none` for probes, pages and documents. */
export type RateLimitClass = 'ingest' | 'read' | 'write' | 'throughput' | 'none';

/** What a request counts against: reads and writes of a session have rates of their own, as a person's pages make many. */
export type Rate = RateLimitClass | 'sessionRead' | 'sessionWrite';

type CountedRate = Exclude<Rate, 'throughput' | 'none'>;

export function rateOf(limit: RateLimitClass, { sessionId }: { sessionId: string | null }): Rate {
  if (sessionId === null) return limit;
  if (limit === 'read') return 'sessionRead';
  return limit === 'write' ? 'sessionWrite' : limit;
}

/**
 * Rates in PostgreSQL, one truth for any number of processes: a window of a minute begins with a key's first request, and
 * requests that arrive together are counted by one statement. A key that has used its window up is turned away from memory until the window ends, so that a noisy
 * workspace costs the database nothing.
 */
export interface Limits extends SignIns, RefusedBodyLimits {
  /** Counts a request and writes the X-RateLimit headers; those by a transactional key are counted as they claim. @throws AppError RATE_LIMITED */
  count(context: Context, rate: Rate, key: string): Promise<void>;
  /** Writes the headers of a request that was counted by its transactional key. */
  writeThroughput(context: Context, admission: Admission): void;
}

export interface LimitSettings {
  /** Whether the rates per key and minute apply; those of sign-ins and of transactional sends always do. */
  enabled: boolean;
  /** Requests a minute. */
  perMinute: Record<CountedRate, number>;
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
  const countOf = (name: string, rate: CountedRate) =>
    createSharedCount(limiter(name, settings.perMinute[rate], windowSeconds));
  const counts = {
    ingest: countOf('ingest', 'ingest'),
    read: countOf('read', 'read'),
    write: countOf('write', 'write'),
    sessionRead: countOf('session-read', 'sessionRead'),
    sessionWrite: countOf('session-write', 'sessionWrite'),
  };
  const refusedBodies = createRefusedBodyLimits(limiter);
  return {
    ...createSignInLimits(limiter),
    checkRefusedBodies(address) {
      if (settings.enabled) refusedBodies.checkRefusedBodies(address);
    },
    async countRefusedBody(address) {
      if (settings.enabled) await refusedBodies.countRefusedBody(address);
    },
    writeThroughput,
    async count(context, rate, key) {
      if (rate === 'throughput' || !settings.enabled || rate === 'none') return;
      const state = await counts[rate](key.slice(0, 200));
      const most = settings.perMinute[rate];
      writeHeaders(context, most, state);
      if (state.refused)
        throw tooMany(`At most ${most} requests per minute are allowed. Retry after the time in Retry-After.`, state);
    },
  };
}

function writeThroughput(context: Context, { plan, requests, msBeforeNext }: Admission): void {
  const limit = sendsPerSecond[plan];
  writeHeaders(context, limit, { remainingPoints: Math.max(0, limit - requests), msBeforeNext });
}

function writeHeaders({ res }: Context, limit: number, state: Omit<RateState, 'refused'>): void {
  res.setHeader('X-RateLimit-Limit', String(limit));
  res.setHeader('X-RateLimit-Remaining', String(state.remainingPoints));
  res.setHeader('X-RateLimit-Reset', String(Math.ceil((Date.now() + state.msBeforeNext) / 1_000)));
}

const tooMany = (message: string, { msBeforeNext }: { msBeforeNext: number }): AppError =>
  new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
