import { connect, type Database } from '../../../db/connection/pool';
import { rowsOf } from '../../../db/connection/statements';
import { countLockWaits } from '../../support/lock-waits';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** Serialization failures and deadlocks on real PostgreSQL. */

const world = useWorld({ temporal: false });

beforeAll(async () => {
  // Sequences are not rolled back, so they count failed attempts.
  await world.database.raw(`
    create table counters (name text primary key, value integer not null default 0);
    create sequence disturbances;
    create table disturbed (times integer);
    create function disturb() returns trigger language plpgsql as $$
    begin
      if exists (select from disturbed where nextval('disturbances') <= times) then
        raise exception 'disturbed' using errcode = 'serialization_failure';
      end if;
      return new;
    end $$;
    create trigger disturb before insert on beliefs for each row execute function disturb();`);
});

beforeEach(async () => {
  await world.database.raw(`truncate counters, disturbed; alter sequence disturbances restart`);
  await world.database('counters').insert([{ name: 'a' }, { name: 'b' }]);
});

const values = async (): Promise<number[]> => world.database('counters').orderBy('name').pluck<number[]>('value');

const increment = (database: Database, name: string) => database('counters').where({ name }).increment('value');

/** Resolves for both callers once both have called. */
function createMeeting(): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    arrived += 1;
    if (arrived === 2) open();
    return opened;
  };
}

describe('a transaction', () => {
  it('is retried after a deadlock', async () => {
    const { database } = world;
    const meet = createMeeting();
    let attempts = 0;
    const move = (first: string, second: string) =>
      database.transaction(async (transaction) => {
        attempts += 1;
        await increment(transaction, first);
        await meet();
        await increment(transaction, second);
      });
    await Promise.all([move('a', 'b'), move('b', 'a')]);
    expect(attempts).toBeGreaterThan(2);
    expect(await values()).toEqual([2, 2]);
  });

  it('is retried after a serialization failure, also at commit', async () => {
    const { database } = world;
    const meet = createMeeting();
    let attempts = 0;
    // Each adds 1 plus the sum of both counters to its own. In either order, the second one reads the first.
    const add = (name: string) =>
      database.transaction(
        async (transaction) => {
          attempts += 1;
          const [row] = await rowsOf<{ sum: number }>(
            transaction.raw('select sum(value)::integer as sum from counters'),
          );
          await meet();
          await transaction('counters')
            .where({ name })
            .increment('value', row!.sum + 1);
        },
        { isolationLevel: 'serializable' },
      );
    await Promise.all([add('a'), add('b')]);
    expect(attempts).toBeGreaterThan(2);
    expect((await values()).toSorted()).toEqual([1, 2]);
  });

  it('is not retried after other errors, or when a nested transaction gave up', async () => {
    const { database } = world;
    let attempts = 0;
    const failing = (text: string) => database.transaction(() => ((attempts += 1), database.raw(text)));
    await expect(failing('select 1 / 0')).rejects.toThrow('division by zero');
    expect(attempts).toBe(1);
    await expect(
      failing(`do $$ begin perform nextval('disturbances'); raise exception 'inner' using errcode = '40P01'; end $$`),
    ).rejects.toThrow('inner');
    expect(attempts).toBe(2);
    expect(await rowsOf(database.raw('select last_value::integer as value from disturbances'))).toEqual([{ value: 5 }]);
  });
});

test('a statement outside a transaction is retried after a conflict', async () => {
  const url = new URL(world.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_isolation=repeatable\\ read');
  const options = { url: url.href, poolSize: 1, applicationName: 'repeatable' };
  const [strict, impatient] = [connect(options), connect({ ...options, retriesConflicts: false })];
  try {
    for (const [database, outcome] of [
      [impatient, 'could not serialize'],
      [strict, 'done'],
    ] as const) {
      const holder = await world.database.transaction();
      await increment(holder, 'a');
      const waiting = Promise.resolve(increment(database, 'a')).then(
        () => 'done',
        (error: Error) => error.message,
      );
      await waitFor(async () => (await countLockWaits(world.database, { query: '%', application: 'repeatable' })) > 0, {
        what: 'a statement that waits for the row',
      });
      await holder.commit();
      expect(await waiting).toContain(outcome);
    }
    expect(await values()).toEqual([3, 0]);
  } finally {
    await Promise.all([strict.destroy(), impatient.destroy()]);
  }
});

describe('a request', () => {
  const create = (statement: string) => world.api.post('/api/beliefs', { statement });
  const stored = (statement: string) => world.database('beliefs').where({ statement });

  it('succeeds if a later attempt does', async () => {
    await world.database('disturbed').insert({ times: 4 });
    expect((await create('Later')).status).toBe(201);
    expect(await stored('Later')).toHaveLength(1);
  });

  it('returns 503 after five attempts and stores nothing', async () => {
    await world.database('disturbed').insert({ times: 5 });
    const { status, body, headers } = await create('Never');
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', error: expect.stringContaining('Nothing was stored.') },
    });
    expect(headers.get('retry-after')).toBe('5');
    expect(await stored('Never')).toEqual([]);
  });
});
