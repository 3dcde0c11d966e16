import { readFileSync } from 'node:fs';
import path from 'node:path';
import { workspacesWithUncredited } from '../../../db/conversions/completion-credits';
import { appendLink, findCurrentLink } from '../../../db/identity/identity';
import { assertClaims, stitchVisitor } from '../../../db/identity/stitch';
import { readCredits } from '../../../db/reports/attribution';
import { creditUnits } from '../../../domain/attribution/credit';
import { creditCompletions, creditPortion } from '../../../operations/analytics/credit-completions';
import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { readAttribution } from '../../../operations/analytics/read-attribution';
import { startErasure } from '../../../operations/erasure/erasures';
import { eraseEvents } from '../../../operations/erasure/erase-events';
import { useDatabase } from '../../support/database';
import { deleteHistory, storeHistory } from '../../support/event-history';
import { createConversion, createWorkspace } from '../../support/workspaces';

/** Recalculation of existing credits after changes to visits, links and completions. */

const database = useDatabase({ poolSize: 4 });
let workspaceId: string;

const start = Date.parse('2026-03-01T12:00:00Z');
const period = { from: '2026-02-01', to: '2026-04-30', timezone: 'UTC' };
const [anna, bert] = ['eus_anna', 'eus_bert'];

/** The phone arrives by email on day 1 and the laptop by search on day 3. The laptop buys on day 5. */
beforeEach(async () => {
  workspaceId = await createWorkspace(database);
  await createConversion(database, workspaceId, { eventType: 'purchase', name: 'Purchase' });
  await database('end_users').insert([anna, bert].map((id) => ({ workspace_id: workspaceId, id })));
  await visit('phone', 1, 'email');
  await visit('laptop', 3, 'paid_search');
  await visit('laptop', 5, 'direct', 'purchase');
  await settle();
  expect(await credits('linear')).toEqual({ paid_search: 1 });
});

const visit = (visitorId: string, day: number, channel: string, type = 'pageview'): Promise<void> =>
  storeHistory(database, workspaceId, [
    {
      id: `${visitorId}-${day}-${channel}`,
      visitorId,
      channel,
      type,
      data: { revenue: 10 },
      occurredAt: new Date(start + day * 86_400_000),
      url: 'https://shop.example/',
    },
  ]);

async function link(visitorId: string, endUserId: string | null): Promise<void> {
  const given = { workspaceId, visitorId, endUserId, strength: 'verified', source: null, actor: 'test' } as const;
  await appendLink(database, given, await findCurrentLink(database, workspaceId, visitorId));
}

async function settle(): Promise<void> {
  await drainRollups({ database }, workspaceId);
  await creditCompletions({ database }, workspaceId);
}

async function credits(model: 'linear' | 'first_touch'): Promise<Record<string, number>> {
  const { channels } = await readAttribution(
    { database, replica: null },
    { ...period, workspaceId, conversionId: null },
    model,
  );
  return Object.fromEntries([...channels].map(([channel, { completions }]) => [channel, completions]));
}

const listSums = (): Promise<object[]> =>
  database('credit_sums')
    .where({ workspace_id: workspaceId })
    .andWhere('credit', '<>', 0)
    .orderBy(['model', 'day', 'channel']);

test('linking a person adds the touches of their other devices, and unlinking removes them', async () => {
  await link('laptop', anna);
  expect(await credits('linear')).toEqual({ paid_search: 1 });
  await link('phone', anna);
  expect(await credits('linear')).toEqual({ email: 0.5, paid_search: 0.5 });
  await link('phone', bert);
  expect(await credits('linear')).toEqual({ paid_search: 1 });
  await link('laptop', bert);
  expect(await credits('linear')).toEqual({ email: 0.5, paid_search: 0.5 });
  await link('phone', null);
  expect(await credits('linear')).toEqual({ paid_search: 1 });
});

test.each([
  {
    way: 'a claim of a public event',
    assert: (visitorId: string) => assertClaims(database, [{ workspaceId, visitorId, userId: anna }]),
  },
  {
    way: 'an address that a page gave',
    assert: (visitorId: string) => stitchVisitor(database, { workspaceId, visitorId, email: 'anna@example.com' }),
  },
])('$way creates such a link, and erasing the person removes it', async ({ assert }) => {
  await assert('laptop');
  await settle();
  await assert('phone');
  expect(await credits('linear')).toEqual({ email: 0.5, paid_search: 0.5 });
  const { end_user_id: endUserId } = await database('visitor_links').where({ workspace_id: workspaceId }).first();
  const erasure = await startErasure({ database, settings: { keyPepper: 'pepper' } }, { workspaceId, endUserId });
  expect(await credits('linear')).toEqual({ paid_search: 1 });
  await eraseEvents({ database, signal: new AbortController().signal }, erasure);
  expect(await credits('linear')).toEqual({ paid_search: 1 });
});

test('credits of a server-side purchase by a person change with their devices', async () => {
  await link('laptop', anna);
  await settle();
  await database('conversion_completions').where({ workspace_id: workspaceId }).update({ end_user_id: anna });
  await link('phone', anna);
  expect(await credits('first_touch')).toEqual({ email: 1 });
});

test('visits added or deleted after the purchase was credited change its credits, on any device', async () => {
  for (const device of ['laptop', 'phone']) await link(device, anna);
  await settle();
  await visit('phone', 4, 'referral');
  const third = expect.closeTo(1 / 3, 11) as number;
  expect(await credits('linear')).toEqual({ email: third, paid_search: third, referral: third });
  await deleteHistory(database, workspaceId, ['laptop-3-paid_search']);
  expect(await credits('linear')).toEqual({ email: 0.5, referral: 0.5 });
  // One visit is after the purchase, and one is too long before it.
  await visit('phone', 6, 'affiliates');
  await visit('phone', -26, 'affiliates');
  expect(await credits('linear')).toEqual({ email: 0.5, referral: 0.5 });
});

test('a completion that no longer exists is not credited', async () => {
  await deleteHistory(database, workspaceId, ['laptop-5-direct']);
  expect(await credits('linear')).toEqual({});
  expect(await listSums()).toEqual([]);
});

test('credits are summed by day in a new timezone', async () => {
  const ofDay = async (timezone: string, day: string): Promise<number> => {
    const requested = { from: day, to: day, timezone, workspaceId, conversionId: null };
    const { channels } = await readAttribution({ database, replica: null }, requested, 'linear');
    return channels.get('paid_search')?.completions ?? 0;
  };
  expect(await ofDay('UTC', '2026-03-06')).toBe(1);
  await database('workspaces').where({ id: workspaceId }).update({ timezone: 'Pacific/Kiritimati' });
  expect(await ofDay('Pacific/Kiritimati', '2026-03-06')).toBe(0);
  expect(await ofDay('Pacific/Kiritimati', '2026-03-07')).toBe(1);
});

test('a report includes uncredited completions, and its sum stays the same after crediting', async () => {
  for (const day of [6, 7, 8]) await visit('laptop', day, 'direct', 'purchase');
  await drainRollups({ database }, workspaceId);
  expect(await workspacesWithUncredited(database, { limit: 100 })).toContain(workspaceId);
  const waiting = await readCredits(database, { ...period, workspaceId, conversionId: null }, 'linear');
  expect(waiting.channels).toEqual(new Map([['paid_search', { completions: 4, revenueMicros: { USD: 40_000_000 } }]]));
  expect(await creditPortion({ database }, workspaceId, 2)).toBe(2);
  expect(await readCredits(database, { ...period, workspaceId, conversionId: null }, 'linear')).toEqual(waiting);
  expect(await creditPortion({ database }, workspaceId, 2)).toBe(1);
  expect(await creditPortion({ database }, workspaceId, 2)).toBe(0);
  expect(await readCredits(database, { ...period, workspaceId, conversionId: null }, 'linear')).toEqual(waiting);
  expect(await workspacesWithUncredited(database, { limit: 100 })).not.toContain(workspaceId);
});

test('concurrent workers credit each completion once', async () => {
  for (const day of [6, 7, 8, 9, 10]) await visit('laptop', day, 'direct', 'purchase');
  await drainRollups({ database }, workspaceId);
  await Promise.all([1, 2, 3, 4].map(() => creditPortion({ database }, workspaceId, 3)));
  const sums = (await listSums()) as { model: string; credit: string }[];
  const total = sums.filter(({ model }) => model === 'linear').reduce((sum, { credit }) => sum + Number(credit), 0);
  expect(total / creditUnits).toBe(6);
});

test('the statements in docs/OPERATIONS.md recount all credits', async () => {
  const page = readFileSync(path.resolve(__dirname, '../../../docs/OPERATIONS.md'), 'utf8');
  const statements = /`(begin; truncate credit_sums;[^`]+)`/.exec(page)?.[1] ?? '';
  const sums = await listSums();
  // Simulates a manual edit.
  await database('credit_sums').where({ workspace_id: workspaceId }).update({ credit: 7 });
  await database.raw(statements);
  expect(await credits('linear')).toEqual({ paid_search: 1 });
  expect(await listSums()).toEqual(sums);
});
