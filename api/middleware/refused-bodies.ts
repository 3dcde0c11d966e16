import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError } from '../../domain/errors';
import { callerNetwork } from './caller-network';
import { createSharedCount } from './shared-count';
import { statusOf } from './statuses';

/**
 * Limits how much work a network can cause with bodies that are refused before their workspace is known: they count against no key.
 * Only costly bodies are counted, and only costly bodies are refused, so visitors who share the network go on sending events.
 */
export interface RefusedBodyLimits {
  /** @throws AppError RATE_LIMITED when too many bodies from the caller's network were refused in this minute */
  checkRefusedBodies(address: string): void;
  /** Counts a refused body against the caller's network. */
  countRefusedBody(address: string): Promise<void>;
}

/** Refused bodies of one network in a minute. */
const maxRefused = 60;
const windowSeconds = 60;
/** Browsers send no more than this with a page that is being closed, and the snippet never sends more. */
const smallBytes = 64 * 1_024;
/** Networks that a process remembers as blocked. */
const maxBlocked = 10_000;

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'points'>;

/** @param limiter makes a counter by name, points and seconds */
export function createRefusedBodyLimits(
  limiter: (name: string, points: number, seconds: number) => Limiter,
): RefusedBodyLimits {
  const count = createSharedCount(limiter('refused_body', maxRefused, windowSeconds));
  /** When each block ends, by `performance.now()`. The counts are in PostgreSQL; this only saves a query for each body. */
  const blockedUntil = new Map<string, number>();
  return {
    checkRefusedBodies(address) {
      if (blockedUntil.size === 0) return;
      const network = callerNetwork(address);
      const leftMs = (blockedUntil.get(network) ?? 0) - performance.now();
      if (leftMs > 0) throw tooMany(leftMs);
      blockedUntil.delete(network);
    },
    async countRefusedBody(address) {
      const network = callerNetwork(address);
      const { remainingPoints, msBeforeNext } = await count(network);
      if (remainingPoints > 0) return;
      if (blockedUntil.size >= maxBlocked) blockedUntil.clear();
      blockedUntil.set(network, performance.now() + msBeforeNext);
    },
  };
}

/** Whether reading a body may take noticeable time: it is compressed, large, or of unknown length. */
export function isCostlyBody({ headers }: IncomingMessage): boolean {
  if (headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > smallBytes;
}

const countedStatuses = [400, 401, 413, 415];

/**
 * Runs `respond` for a request whose caller is not known from its headers. Refuses a costly body unread once too many from the
 * same network were refused.
 * @throws AppError RATE_LIMITED
 */
export async function limitRefusedBodies<Result>(
  context: Context,
  limits: RefusedBodyLimits,
  respond: () => Promise<Result>,
): Promise<Result> {
  limits.checkRefusedBodies(context.ip);
  try {
    return await respond();
  } catch (error) {
    const isUnattributed = context.state['workspaceIsKnown'] !== true;
    if (isUnattributed && error instanceof AppError && countedStatuses.includes(statusOf(error.code))) {
      // The refusal says what is wrong with the request. A database that is away must not hide it.
      await limits.countRefusedBody(context.ip).catch(() => undefined);
    }
    throw error;
  }
}

const tooMany = (leftMs: number): AppError =>
  new AppError(
    'RATE_LIMITED',
    `At most ${maxRefused} invalid compressed or large bodies per minute are allowed for one network. Fix the ` +
      'bodies and retry after the time in Retry-After.',
    { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) },
  );
