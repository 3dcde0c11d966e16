import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { Database } from '../../db/connection/pool';

/**
 * The clock of work (`Date`) and of sessions of one database (`now()`), set ahead to that of a server which skips time.
 * Activities and their queries take the time from there; workflow code has its own from Temporal. The rest of the process stays in
 * the present: connections and their deadlines would not survive a clock that jumps to and fro.
 */
export interface SkippedClock {
  /** Does the work at a time, from which both clocks go on. */
  at<Result>(nowMs: number, work: () => Promise<Result>): Promise<Result>;
  /** Of sessions that see the skipped `now()`. */
  databaseUrl: string;
  /** Puts the real `Date` back. */
  restore(): void;
}

/**
 * @param database where a schema `skipped` is made: with it before pg_catalog on the search path, `now()` is the function there.
 *   Defaults of columns are bound to pg_catalog's when a table is made, so that of steps is changed.
 */
export async function createSkippedClock(database: Database, databaseUrl: string): Promise<SkippedClock> {
  await database.raw(`
    create schema skipped;
    create table skipped.clock (ahead interval not null);
    insert into skipped.clock values ('0');
    create function skipped.now() returns timestamptz stable language sql
      as 'select pg_catalog.now() + ahead from skipped.clock';
    alter table execution_steps alter column entered_at set default skipped.now()`);
  // Knex writes current_timestamp, which no search path leads elsewhere.
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
