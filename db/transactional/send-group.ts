import { prepareStatement, runPrepared } from '../connection/statements';
import type { Database } from '../connection/pool';
import { claims, ends, type Claimed, type SendClaim, type SettledSend } from './idempotency';
import { admissions, type Admission } from './send-admission';
import type { FinalResponse } from '../../domain/transactional/responses';

/** The pending database operations of the sends of one process. */
export interface SendGroup {
  /** Hashes of the keys, in hexadecimal, of requests that claim nothing. */
  admissions: readonly string[];
  claims: readonly SendClaim[];
  ends: readonly SettledSend[];
}

/** The results, in the order of the operations. */
export interface SendGroupResults {
  admissions: (Admission | null)[];
  claims: ClaimOutcome[];
  ends: FinalResponse[];
}

export interface ClaimOutcome {
  /** Set if the same statement counted the request; null if it was counted before or its key is not valid. */
  admission: Admission | null;
  claimed: Claimed | null;
}

/**
 * Looks up and counts keys, claims sends, and ends sends in one statement, atomically. Grouping pays off because a
 * statement costs more than its rows. It is prepared once per connection, because planning costs even more.
 */
export async function carryOut(database: Database, group: SendGroup): Promise<SendGroupResults> {
  const claiming = group.claims.flatMap(({ uncounted }) => uncounted ?? []);
  const arrived = [...claiming, ...group.admissions];
  const [rows] = await runPrepared<Record<keyof SendGroup, never[] | null>>(
    database,
    statement,
    admissions.bindings(arrived),
    claims.bindings(group.claims),
    ends.bindings(group.ends),
  );
  const admitted = admissions.results(arrived, rows?.admissions ?? []);
  const ofClaims = admitted.splice(0, claiming.length);
  const claimed = claims.results(group.claims, rows?.claims ?? []);
  return {
    admissions: admitted,
    claims: group.claims.map(({ uncounted }, index) => ({
      admission: uncounted === null ? null : (ofClaims.shift() ?? null),
      claimed: claimed[index] ?? null,
    })),
    ends: ends.results(group.ends, rows?.ends ?? []),
  };
}

/** All processes lock in the same order: counters, then keys, then sends, then the keys of those sends. */
const statement = prepareStatement(
  'send-group',
  `
  with ${[admissions, claims, ends].map(({ ctes }) => ctes).join(', ')}
  select (select json_agg(a) from (${admissions.rows}) a) as admissions,
         (select json_agg(c) from (${claims.rows}) c) as claims,
         (select json_agg(e) from (${ends.rows}) e) as ends`,
);
