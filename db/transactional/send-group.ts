import { prepareStatement, runPrepared } from '../connection/statements';
import type { Database } from '../connection/pool';
import { claims, ends, type Claimed, type SendClaim, type SettledSend } from './idempotency';
import { admissions, type Admission } from './send-admission';
import type { FinalResponse } from '../../domain/transactional/responses';

/** What the sends of one process that are under way want of the database at a moment. */
export interface SendGroup {
  /** Hashes of the keys of requests that claim nothing, in hexadecimal. */
  admissions: readonly string[];
  claims: readonly SendClaim[];
  ends: readonly SettledSend[];
}

/** What came of each, in the order in which they were asked. */
export interface SendGroupResults {
  admissions: (Admission | null)[];
  claims: ClaimOutcome[];
  ends: FinalResponse[];
}

export interface ClaimOutcome {
  /** Of a request that was counted by the same statement; null when its key opens nothing. */
  admission: Admission | null;
  claimed: Claimed | null;
}

/**
 * Looks keys up and counts them, claims, and ends sends in one statement: all of the group or nothing. A statement costs more
 * than the rows that it is about. It is prepared once for each connection: its plan costs more still.
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

/** What is locked first in one process is locked first in each: counters, then keys, then sends, then the keys of those. */
const statement = prepareStatement(
  'send-group',
  `
  with ${[admissions, claims, ends].map(({ ctes }) => ctes).join(', ')}
  select (select json_agg(a) from (${admissions.rows}) a) as admissions,
         (select json_agg(c) from (${claims.rows}) c) as claims,
         (select json_agg(e) from (${ends.rows}) e) as ends`,
);
