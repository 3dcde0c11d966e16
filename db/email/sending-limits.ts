import { unlimited, type AccountLimits } from '../../domain/email/sending-limits';
import type { Database } from '../connection/pool';
import { preparedRows } from '../connection/statements';

/** The limits of the account at an email provider, and the sends that count against them, shared by all processes. */

/** Seconds for which limits that were read from the provider apply. */
const readEverySeconds = 60;

/**
 * Takes the task of reading the limits from the provider, if they are due. Only one process has it at a time.
 * @returns whether this process reads them
 */
export async function takeLimitsReading(database: Database, provider: string): Promise<boolean> {
  const rows = await preparedRows<object>(
    database,
    'take-limits-reading',
    `insert into email_providers as p (name, failures, limits_read_at) values (:provider, 0, now())
     on conflict (name) do update set limits_read_at = now()
       where p.limits_read_at is null or p.limits_read_at < now() - cast(:seconds as integer) * interval '1 second'
     returning name`,
    { provider, seconds: readEverySeconds },
  );
  return rows.length > 0;
}

/** Stores limits that were read from the provider. */
export async function storeLimits(database: Database, provider: string, limits: AccountLimits): Promise<void> {
  const { perSecond, perDay, sentInDay } = limits;
  await database('email_providers')
    .where({ name: provider })
    .update({ max_per_second: perSecond, max_per_day: perDay, sent_in_day: sentInDay });
}

export async function findLimits(database: Database, provider: string): Promise<AccountLimits> {
  const [row] = await preparedRows<AccountLimits>(
    database,
    'find-sending-limits',
    `select max_per_second as "perSecond", max_per_day as "perDay", sent_in_day as "sentInDay"
       from email_providers where name = ?`,
    [provider],
  );
  return row ?? unlimited;
}

export interface TokensRequest {
  wanted: number;
  perSecond: number;
  /** Tokens that may be taken in advance. */
  inAdvance: number;
}

/** Longest gap between two requests, in seconds, whose tokens can still be taken. */
const burstSeconds = 0.25;

/**
 * Takes tokens to send from the token bucket of a provider.
 * @returns how many, at most `wanted`
 */
export async function takeTokens(
  database: Database,
  provider: string,
  { wanted, perSecond, inAdvance }: TokensRequest,
): Promise<number> {
  const [row] = await preparedRows<{ taken: number }>(
    database,
    'take-sending-tokens',
    `with bucket as (
       select name, clock_timestamp() as at,
              least(greatest(1, :perSecond::float8 * :burstSeconds),
                    tokens + :perSecond::float8 * coalesce(extract(epoch from clock_timestamp() - tokens_at)::float8, 0)) as tokens
         from email_providers where name = :provider for update
     ), taking as (
       select *, least(:wanted::integer, floor(tokens + :inAdvance::float8)) as taken from bucket
     )
     update email_providers p
        set tokens = t.tokens - t.taken, tokens_at = t.at, sent_in_day = p.sent_in_day + t.taken
       from taking t where p.name = t.name and t.taken >= 1
     returning t.taken::integer as taken`,
    { provider, wanted, perSecond, inAdvance, burstSeconds },
  );
  return row?.taken ?? 0;
}

/**
 * Counts a message of a sender domain that is being warmed up.
 * @param day ISO 8601, in UTC
 * @returns whether it is within the limit
 */
export async function countWarmUp(
  database: Database,
  { domain, day, limit }: { domain: string; day: string; limit: number },
): Promise<boolean> {
  if (limit < 1) return false;
  const rows = await preparedRows<object>(
    database,
    'count-warm-up',
    `insert into warm_up_days as d (domain, day, sends) values (:domain, cast(:day as date), 1)
     on conflict (domain, day) do update set sends = d.sends + 1 where d.sends < cast(:limit as integer)
     returning sends`,
    { domain, day, limit },
  );
  return rows.length > 0;
}

/** Deletes counts of days that no limit needs anymore. @returns how many */
export const purgeWarmUpDays = (database: Database): Promise<number> =>
  database('warm_up_days').where('day', '<', database.raw(`current_date - 30`)).delete();
