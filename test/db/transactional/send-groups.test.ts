import type { Database } from '../../../db/connection/pool';
import { newId } from '../../../db/connection/ids';
import type { SendClaim, SettledSend } from '../../../db/transactional/idempotency';
import { hashKey, mintKey, revokeKey } from '../../../db/keys/keys';
import { carryOut } from '../../../db/transactional/send-group';
import { sentResponse } from '../../../domain/transactional/responses';
import { isOverThroughput, sendsPerSecond, type Plan } from '../../../domain/transactional/throughput';
import { uniqueName } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { seededRandom } from '../../support/seeded-random';
import { runs } from '../../support/thorough';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
/** A single connection, because statements are prepared per connection. */
let one: Database;

beforeAll(() => {
  one = world.connect(1, 'one');
});

const none = { admissions: [], claims: [], ends: [] };
const admitSends = async (database: Database, admissions: readonly string[]) =>
  (await carryOut(database, { ...none, admissions })).admissions;
const claimSends = async (database: Database, claims: readonly SendClaim[]) =>
  (await carryOut(database, { ...none, claims })).claims.map(({ claimed }) => claimed);
const finaliseSends = async (database: Database, ends: readonly SettledSend[]) =>
  (await carryOut(database, { ...none, ends })).ends;

const hour = 3_600_000;

function claimOf(key: string | null, more: Partial<SendClaim['send']> = {}): SendClaim {
  return {
    send: {
      workspaceId: world.demo.workspaceId,
      id: newId('send'),
      recipient: 'person@example.com',
      subject: 'Hello',
      communicationId: null,
      tags: { 'a "tag"': '{x,\\y}' },
      mode: 'live',
      apiKeyId: 'key',
      ...more,
    },
    key: key === null ? null : { key, payloadHash: Buffer.from(key), leaseMs: hour },
    uncounted: null,
  };
}

const endOf = ({ send, key }: SendClaim): SettledSend => ({
  claim: { workspaceId: send.workspaceId, sendId: send.id, key: key?.key ?? null },
  end: { status: 'sent', providerMessageId: `accepted-${send.id}` },
  response: sentResponse(send.id, `accepted-${send.id}`, 'live'),
});

const rowOf = async (id: string) => (await world.database('sends').where({ id }).first()) as Record<string, unknown>;

test('each send of a group gets its own claim, and only the first of two with the same key', async () => {
  const suppressed = `${uniqueName('gone')}@example.com`;
  await world.api.post('/api/suppressions', { email: suppressed });
  const key = uniqueName('key');
  const group = [
    claimOf(null),
    claimOf(key),
    claimOf(key),
    claimOf(uniqueName('key'), { recipient: ` ${suppressed.toUpperCase()} ` }),
    claimOf(null, { recipient: suppressed, mode: 'sandbox' }),
    claimOf(null),
  ];
  const claimed = await claimSends(one, group);
  expect(claimed.map((claim) => claim?.suppressed ?? null)).toEqual([false, false, null, true, false, false]);
  const rows = await Promise.all(group.map(({ send }) => rowOf(send.id)));
  expect(rows.map((row) => (row === undefined ? null : row['provider_started_at'] !== null))).toEqual([
    ...[true, true, null, false],
    ...[false, true],
  ]);
  expect(rows[0]).toMatchObject({ status: 'sending', tags: { 'a "tag"': '{x,\\y}' }, communication_id: null });
  expect(await claimSends(one, [claimOf(key)])).toEqual([null]);
});

test('results are stored in order, and an earlier response is kept', async () => {
  const group = [claimOf(uniqueName('key')), claimOf(null), claimOf(uniqueName('key'))];
  await claimSends(one, group);
  const first = sentResponse(group[2]!.send.id, 'from-the-delivery', 'live');
  await world
    .database('idempotency_records')
    .where({ send_id: group[2]!.send.id })
    .update({ answer_status: first.status, answer: JSON.stringify(first.body) });
  const settled = group.map(endOf);
  const failed: SettledSend = { ...settled[1]!, end: { status: 'failed', failure: 'rejected' } };
  const responses = await finaliseSends(one, [settled[0]!, failed, settled[2]!]);
  expect(responses).toEqual([settled[0]!.response, settled[1]!.response, first]);
  const rows = await Promise.all(group.map(({ send }) => rowOf(send.id)));
  expect(rows.map(({ status, failure }) => [status, failure])).toEqual([
    ['sent', null],
    ['failed', 'rejected'],
    ['sent', null],
  ]);
});

test('a result and a delivery event for the same send do not deadlock', async () => {
  const claim = claimOf(uniqueName('key'));
  await claimSends(one, [claim]);
  const delivery = await world.database.transaction();
  await delivery('sends').where({ id: claim.send.id }).forUpdate().first();
  const ending = finaliseSends(one, [endOf(claim)]);
  await waitFor(async () => (await countLockWaits(world.database, { application: 'one' })) === 1);
  // A delivery event updates the send first and the key second.
  await delivery('idempotency_records').where({ send_id: claim.send.id }).update({ created_at: delivery.fn.now() });
  await delivery.commit();
  expect(await ending).toEqual([endOf(claim).response]);
});

test('keys are looked up and counted together, and each request gets its place in the window', async () => {
  const pepper = world.environment['KEY_PEPPER']!;
  const { workspaceId } = world.demo;
  const mint = (kind: 'transactional' | 'secret') =>
    mintKey(world.database, pepper, { workspaceId, kind, name: 'x', createdBy: null });
  const [mine, other, gone, secret] = [
    await mint('transactional'),
    await mint('transactional'),
    await mint('transactional'),
    await mint('secret'),
  ];
  await revokeKey(world.database, workspaceId, ['transactional'], gone.id);
  const group = [mine, other, gone, mine, secret, mine].map(({ rawKey }) => hashKey(pepper, rawKey).toString('hex'));
  const placesOf = (admissions: Awaited<ReturnType<typeof admitSends>>) =>
    admissions.map((admission) => admission?.requests ?? null);
  const first = await admitSends(one, group);
  expect(placesOf(first)).toEqual([1, 1, null, 2, null, 3]);
  expect(first[0]).toMatchObject({ plan: 'scale' });
  expect(first[0]!.msBeforeNext).toBe(1_000);
  await world.database('rate_limits').where('key', 'like', `%${mine.id}`).increment('expire', hour);
  expect(placesOf(await admitSends(one, group))[5]).toEqual(6);
  // Ends the window.
  await world.database('rate_limits').where('key', 'like', `%${mine.id}`).update({ expire: 1 });
  expect(placesOf(await admitSends(one, group))[5]).toEqual(3);
});

test('a claim counts its request, and fails if the key is invalid or above its throughput', async () => {
  const pepper = world.environment['KEY_PEPPER']!;
  const { workspaceId } = world.demo;
  const mint = () =>
    mintKey(world.database, pepper, { workspaceId, kind: 'transactional', name: 'x', createdBy: null });
  const [mine, gone] = [await mint(), await mint()];
  await revokeKey(world.database, workspaceId, ['transactional'], gone.id);
  await world.database('workspaces').where({ id: workspaceId }).update({ plan: 'starter' });
  const hash = hashKey(pepper, mine.rawKey).toString('hex');
  const claimBy = (uncounted: string | null) => ({ ...claimOf(uniqueName('key')), uncounted });
  const group = [
    claimBy(hash),
    claimBy(hashKey(pepper, gone.rawKey).toString('hex')),
    ...Array.from({ length: 5 }, () => claimBy(hash)),
    claimBy(null),
  ];
  const { claims, admissions } = await carryOut(one, { ...none, claims: group, admissions: [hash] });
  expect(claims.map(({ admission }) => admission?.requests ?? null)).toEqual([1, null, 2, 3, 4, 5, 6, null]);
  // Claims are counted before admissions.
  expect(admissions.map((admission) => admission?.requests)).toEqual([7]);
  const isClaimed = [true, false, true, true, true, true, false, true];
  expect(claims.map(({ claimed }) => claimed !== null)).toEqual(isClaimed);
  const rows = await Promise.all(group.map(({ send }) => rowOf(send.id)));
  expect(rows.map((row) => row !== undefined)).toEqual(isClaimed);
  const records = world.database('idempotency_records').whereIn(
    'idempotency_key',
    group.map(({ key }) => key!.key),
  );
  expect(await records).toHaveLength(6);
  await world.database('workspaces').where({ id: workspaceId }).update({ plan: 'scale' });
});

test('claims are admitted as the domain admits requests, for random plans, groups and earlier requests', async () => {
  const pepper = world.environment['KEY_PEPPER']!;
  const { workspaceId } = world.demo;
  const outcomes = new Set<string>();
  for (let seed = 1; seed <= runs(12, 120); seed += 1) {
    const random = seededRandom(seed);
    const pick = (most: number): number => Math.floor(random() * most);
    const plan = (Object.keys(sendsPerSecond) as Plan[])[pick(3)]!;
    const paused_at = pick(4) === 0 ? new Date() : null;
    await world.database('workspaces').where({ id: workspaceId }).update({ plan, paused_at });
    const minted = { workspaceId, kind: 'transactional', name: 'x', createdBy: null } as const;
    const { id, rawKey } = await mintKey(world.database, pepper, minted);
    const hash = hashKey(pepper, rawKey).toString('hex');
    await carryOut(one, { ...none, admissions: Array.from({ length: pick(6) }, () => hash) });
    await world.database('rate_limits').where('key', 'like', `%${id}`).increment('expire', hour);
    const claims = Array.from({ length: 1 + pick(30) }, () => ({ ...claimOf(uniqueName('key')), uncounted: hash }));
    const results = (await carryOut(one, { ...none, claims })).claims;
    const expected = results.map(({ admission }) => !admission!.isPaused && !isOverThroughput(admission!));
    expect({ seed, claimed: results.map(({ claimed }) => claimed !== null) }).toEqual({ seed, claimed: expected });
    results.forEach(({ admission, claimed }) => outcomes.add(`${admission!.isPaused} ${claimed !== null}`));
  }
  await world.database('workspaces').where({ id: workspaceId }).update({ plan: 'scale', paused_at: null });
  expect([...outcomes].sort()).toEqual(['false false', 'false true', 'true false']);
});

test('statements planned while the tables were small keep using indexes', async () => {
  const pepper = world.environment['KEY_PEPPER']!;
  const key = hashKey(pepper, world.demo.transactionalKey).toString('hex');
  const round = async (): Promise<void> => {
    await admitSends(one, [key]);
    const group = [{ ...claimOf(uniqueName('key')), uncounted: key }, claimOf(null), claimOf(uniqueName('key'))];
    await claimSends(one, group);
    await finaliseSends(one, group.map(endOf));
  };
  const scans = async () => {
    await one.raw('select pg_stat_force_next_flush()');
    const tables = ['sends', 'idempotency_records', 'api_keys', 'workspaces', 'suppressions', 'rate_limits'];
    return one('pg_stat_user_tables').whereIn('relname', tables).orderBy('relname').select('relname', 'seq_scan');
  };
  const planned = () => one('pg_prepared_statements').where({ name: 'send-group' }).first('custom_plans');
  // PostgreSQL makes a custom plan for the first five executions before it chooses a generic one.
  for (let index = 0; index < 8; index += 1) await round();
  const before = [await scans(), await planned()];
  for (let index = 0; index < 5; index += 1) await round();
  expect([await scans(), await planned()]).toEqual(before);
});
