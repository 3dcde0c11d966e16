import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { Database } from '../../db/connection/pool';

/**
 * The clock of work (`Date`) and of sessions of one database (`now()`), set ahead to that of a server that skips time.
 * Activities and their queries use it; workflow code gets its time from Temporal. The rest of the process stays in the
 * present, because connections and their deadlines would not survive a clock that jumps.
 */
export interface SkippedClock {
  /** Does the work at a time; both clocks continue from there. */
  at<Result>(nowMs: number, work: () => Promise<Result>): Promise<Result>;
  /** For sessions that see the skipped `now()`. */
  databaseUrl: string;
  /** Restores the real `Date`. */
  restore(): void;
}

/**
 * @param database gets a schema `skipped`. If the search path lists it before pg_catalog, `now()` is its function.
 *   Column defaults are bound to pg_catalog's `now()` when a table is created, so this also changes the default of
 *   steps.
 */
export async function createSkippedClock(database: Database, databaseUrl: string): Promise<SkippedClock> {
  await database.raw(`
    create schema skipped;
    create table skipped.clock (ahead interval not null);
    insert into skipped.clock values ('0');
    create function skipped.now() returns timestamptz stable language sql
      as 'select pg_catalog.now() + ahead from skipped.clock';
    alter table execution_steps alter column entered_at set default skipped.now()`);
  // Knex writes current_timestamp, which the search path does not affect.
  const functions = Object.getPrototypeOf(database.fn) as { now(this: { client: Knex }): Knex.Raw };
  functions.now = function now() {
    return this.client.raw('now()');
  };
  const RealDate = Date;
  const ahead = new AsyncLocalStorage<number>();
  const now = (): number => RealDate.now() + (ahead.getStore() ?? 0);
  class SkippedDate extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(now());
      else super(...(given as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = SkippedDate as DateConstructor;
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c search_path=skipped,pg_catalog,public');
  return {
    databaseUrl: url.href,
    async at(nowMs, work) {
      const aheadMs = nowMs - RealDate.now();
      await database.raw(`update skipped.clock set ahead = ? * interval '1 millisecond'`, [aheadMs]);
      return ahead.run(aheadMs, work);
    },
    restore() {
      globalThis.Date = RealDate;
    },
  };
}
