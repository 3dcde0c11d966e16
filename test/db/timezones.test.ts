import { isTimezone } from '../../domain/end-users/timezone';
import { useDatabase } from '../support/database';

/** PostgreSQL must know every accepted timezone, because it counts days in them. */

const database = useDatabase({ poolSize: 2 });
let known: string[];

beforeAll(async () => {
  const { rows } = await database.raw<{ rows: { name: string }[] }>('select name from pg_timezone_names');
  known = rows.map(({ name }) => name);
});

test('PostgreSQL has every timezone that JavaScript lists', () => {
  const names = Intl.supportedValuesOf('timeZone');
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => !isTimezone(name))).toEqual([]);
  const has = new Set(known);
  expect(names.filter((name) => !has.has(name))).toEqual([]);
});

test('timezones without a slash have the same offsets as in JavaScript, in winter and summer', async () => {
  const names = known.filter((name) => !name.includes('/') && isTimezone(name));
  expect(names).toEqual(expect.arrayContaining(['UTC', 'GMT', 'EST', 'GB', 'NZ-CHAT', 'Zulu']));
  for (const at of ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']) {
    const { rows } = await database.raw<{ rows: { name: string; local: string }[] }>(
      `select name, to_char(?::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI:SS') as local from unnest(?::text[]) as name`,
      [at, names],
    );
    expect(rows).toEqual(names.map((name) => ({ name, local: localTime(name, new Date(at)) })));
  }
});

// The Swedish locale formats times like ISO 8601.
const localTime = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);

test('rejects short names that PostgreSQL interprets differently', () => {
  expect(['CET', 'EET', 'MET', 'WET', 'Factory'].filter((name) => known.includes(name))).toHaveLength(5);
  expect(['CET', 'EET', 'MET', 'WET', 'Factory'].filter(isTimezone)).toEqual([]);
});
