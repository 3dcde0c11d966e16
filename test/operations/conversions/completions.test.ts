import fc from 'fast-check';
import { lockRollups } from '../../../db/analytics/rollups';
import { listUncredited, writeCredits } from '../../../db/conversions/completion-credits';
import { continueHistory, deleteOldCompletions } from '../../../operations/conversions/history';
import { countCompletions } from '../../support/count-completions';
import { newId } from '../../../db/connection/ids';
import { findConversion, listConversions } from '../../../db/conversions/conversions';
import { insertEvents, type EventToStore } from '../../../db/events/events';
import { deleteClosedDays } from '../../../db/events/event-storage';
import { closeOutlivedDays } from '../../../operations/events/event-storage';
import { drainRollups, drainPortion } from '../../../operations/analytics/drain-rollups';
import { insertTarget, findTarget } from '../../../db/targets/targets';
import { creditCompletion } from '../../../domain/attribution/credit';
import type { DescribedConversion } from '../../../domain/conversions/describe';
import { createConversion, deleteConversion, updateConversion } from '../../../operations/conversions/conversions';
import type { JsonObject } from '../../../domain/json/schemas';
import { useDatabase } from '../../support/database';
import { countLockWaits } from '../../support/lock-waits';
import { runs } from '../../support/thorough';
import { waitFor } from '../../support/wait-for';
import { createWorkspace } from '../../support/workspaces';
import { readMatches, recountMatches } from '../../support/recount-completions';

/** Completions equal a recount of the events after any order of changes to events and definitions. */

const database = useDatabase({ poolSize: 12 });

const described = (given: Partial<DescribedConversion> = {}): DescribedConversion => ({
  name: 'Purchase',
  type: 'custom_event',
  eventType: 'purchase',
  urlPattern: null,
  selector: null,
  conditions: {},
  isPrimary: false,
  ...given,
});

const event = (workspaceId: string, given: Partial<EventToStore> = {}): EventToStore => ({
  workspaceId,
  id: newId('event'),
  receivedAt: new Date(),
  occurredAt: new Date('2026-06-10T12:00:00Z'),
  type: 'purchase',
  visitorId: 'v1',
  userId: null,
  endUserId: null,
  url: null,
  referrer: null,
  channel: null,
  data: {},
  messageId: null,
  clockAdjusted: false,
  isBot: false,
  ...given,
});

const system = (workspaceId: string) => ({ workspaceId, id: 'system' });

async function finishHistory(workspaceId: string, id: string): Promise<void> {
  while (await continueHistory({ database }, { workspaceId, id }));
}

/** Deletes events with the same markers that erasure writes. */
async function deleteEvents(workspaceId: string, ids: readonly string[]): Promise<void> {
  await database.raw(
    `with gone as (
       delete from events where workspace_id = ? and id = any (?) and coalesce(visitor_id, end_user_id) is not null
       returning coalesce(visitor_id, end_user_id) as name, occurred_at
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select ?, array_agg(name), array_agg(occurred_at) from gone having count(*) > 0`,
    [workspaceId, [...ids], workspaceId],
  );
}

const base = Date.parse('2026-06-10T00:00:00Z');

const anyEvent = fc.record({
  // Ids that visitors and people share, and no id. Events without an id are identified by their own id.
  who: fc.constantFrom<{ visitorId: string | null; endUserId?: string }>(
    { visitorId: 'v1' },
    { visitorId: 'v2' },
    { visitorId: 'v1', endUserId: 'eus_1' },
    { visitorId: null, endUserId: 'eus_1' },
    { visitorId: 'eus_1' },
    { visitorId: null },
  ),
  type: fc.constantFrom('purchase', 'pageview', 'other'),
  url: fc.constantFrom(null, 'https://example.com/thanks', 'https://example.com/'),
  data: fc.constantFrom<JsonObject>({}, { plan: 'pro' }, { plan: 'pro', revenue: 4.5 }),
  minute: fc.integer({ min: 0, max: 90 }),
  isBot: fc.boolean(),
});

const anyDefinition = fc.record({
  type: fc.constantFrom('purchase', 'pageview'),
  urlPattern: fc.constantFrom(null, '/thanks', '/'),
  conditions: fc.constantFrom<JsonObject>({}, { plan: 'pro' }),
  isPrimary: fc.boolean(),
});

const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('store' as const), events: fc.array(anyEvent, { maxLength: 6 }) }),
  },
  fc.record({ act: fc.constant('delete' as const), which: fc.nat() }),
  fc.record({ act: fc.constant('drain' as const) }),
  fc.record({ act: fc.constant('define' as const), definition: anyDefinition, batchSize: fc.constantFrom(0, 100) }),
  fc.record({
    act: fc.constant('redefine' as const),
    which: fc.nat(),
    definition: anyDefinition,
    batchSize: fc.constantFrom(0, 100),
  }),
  fc.record({ act: fc.constant('remove' as const), which: fc.nat() }),
);

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

async function perform(workspaceId: string, stored: string[], step: Step): Promise<void> {
  const conversions = await listConversions(database, workspaceId);
  const define = (definition: typeof anyDefinition extends fc.Arbitrary<infer Value> ? Value : never) =>
    described({
      ...definition,
      type: definition.type === 'pageview' ? 'pageview' : 'custom_event',
      eventType: definition.type,
    });
  if (step.act === 'store') {
    const events = step.events.map(({ who, minute, ...rest }) =>
      event(workspaceId, { ...rest, ...who, occurredAt: new Date(base + minute * 60_000) }),
    );
    stored.push(...events.map(({ id }) => id));
    await insertEvents(database, events);
  } else if (step.act === 'delete') {
    await deleteEvents(workspaceId, stored.slice(-(step.which % 4)));
  } else if (step.act === 'drain') {
    await drainPortion({ database }, workspaceId, { limit: 2 });
  } else if (step.act === 'define') {
    await createConversion({ database }, system(workspaceId), define(step.definition), step.batchSize);
  } else {
    const one = conversions[step.which % Math.max(1, conversions.length)];
    if (one === undefined) return;
    if (step.act === 'remove') await deleteConversion({ database }, system(workspaceId), one.id);
    else {
      const change = { id: one.id, given: define(step.definition), batchSize: step.batchSize };
      await updateConversion({ database }, system(workspaceId), change);
    }
  }
}

it('completions equal a recount after any order of events, definitions and drains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      const workspaceId = await createWorkspace(database);
      const stored: string[] = [];
      for (const step of steps) await perform(workspaceId, stored, step);
      await drainRollups({ database }, workspaceId);
      const conversions = await listConversions(database, workspaceId);
      for (const { id } of conversions) await finishHistory(workspaceId, id);
      expect(await readMatches(database, workspaceId)).toEqual(await recountMatches(database, workspaceId));
      expect(conversions.filter(({ isPrimary }) => isPrimary).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(10, 100) },
  );
});

it('completions equal a recount with concurrent writers, drains and definitions', async () => {
  const workspaceId = await createWorkspace(database);
  const at = (index: number) => new Date(base + (index % 50) * 60_000);
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; index < 15; index += 1) {
      const visitorId = index % 5 === 0 ? null : `v${(index + writer) % 4}`;
      const events = Array.from({ length: 3 }, (_, n) =>
        event(workspaceId, {
          occurredAt: at(index * 3 + n),
          visitorId,
          endUserId: 'eus_1',
          url: `https://example.com/${n}`,
        }),
      );
      await insertEvents(database, events);
    }
  };
  const define = async (): Promise<void> => {
    for (let index = 0; index < 5; index += 1) {
      const urlPattern = `/${index % 3}`;
      const id = await createConversion({ database }, system(workspaceId), described({ isPrimary: true }), index % 2);
      await updateConversion({ database }, system(workspaceId), { id, given: { urlPattern }, batchSize: 0 });
      await finishHistory(workspaceId, id);
    }
  };
  const drain = async (): Promise<void> => {
    for (let index = 0; index < 20; index += 1) await drainPortion({ database }, workspaceId, { limit: 3 });
  };
  await Promise.all([write(0), write(1), write(2), define(), define(), drain(), drain()]);
  await drainRollups({ database }, workspaceId);
  expect(await readMatches(database, workspaceId)).toEqual(await recountMatches(database, workspaceId));
  expect(await readMatches(database, workspaceId)).not.toHaveLength(0);
  expect((await listConversions(database, workspaceId)).filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
});

it('a long history is processed in portions, newest first, even if events share a timestamp', async () => {
  const workspaceId = await createWorkspace(database);
  await database.raw(
    `insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id)
     select ?, timestamptz '2026-06-01T00:00:00.000001Z' + (n / 4) * interval '1 minute', 'e' || n, now(), 'purchase', 'v' || n % 7
       from generate_series(1, 12003) n`,
    [workspaceId],
  );
  const id = await createConversion({ database }, system(workspaceId), described(), 100);
  expect(await countCompletions(database, workspaceId, id)).toMatchObject({ completions: 0 });
  expect(await database('outbox').where({ kind: 'recount_conversion' }).select('subject_id')).toContainEqual({
    subject_id: id,
  });
  expect(await continueHistory({ database }, { workspaceId, id })).toBe(true);
  const { matchedFrom } = (await findConversion(database, workspaceId, id))!;
  const oldest = await database('completions')
    .where({ workspace_id: workspaceId })
    .min('occurred_at as at')
    .first<{ at: Date }>();
  expect(oldest.at.getTime()).toBe(matchedFrom!.getTime());
  await finishHistory(workspaceId, id);
  expect(await countCompletions(database, workspaceId, id)).toMatchObject({ completions: 12_003, subjects: 7 });
  expect((await findConversion(database, workspaceId, id))!.matchedFrom).toBeNull();
});

it('counts sum revenue in micros by currency, and exclude the end of a time range', async () => {
  const workspaceId = await createWorkspace(database);
  const at = (time: string) => new Date(`2026-06-10T${time}Z`);
  await insertEvents(database, [
    event(workspaceId, { occurredAt: at('10:00:00'), data: { revenue: 0.1 } }),
    event(workspaceId, { occurredAt: at('11:00:00'), data: { revenue: 0.2, currency: 'usd' } }),
    event(workspaceId, { occurredAt: at('12:00:00'), data: { revenue: 19.99, currency: 'EUR' }, visitorId: 'v2' }),
    event(workspaceId, { occurredAt: at('12:30:00'), data: { revenue: '5' }, visitorId: null, endUserId: 'eus_1' }),
    event(workspaceId, { occurredAt: at('12:30:00'), isBot: true }),
  ]);
  const id = await createConversion({ database }, system(workspaceId), described());
  expect(await countCompletions(database, workspaceId, id)).toEqual({
    completions: 4,
    subjects: 3,
    revenue: [
      { currency: 'EUR', micros: 19_990_000n },
      { currency: 'USD', micros: 5_300_000n },
    ],
  });
  const span = { from: at('11:00:00'), to: at('12:00:00') };
  expect(await countCompletions(database, workspaceId, id, span)).toMatchObject({ completions: 1, subjects: 1 });
});

it('completions are kept without their subject after retention', async () => {
  const workspaceId = await createWorkspace(database);
  const old = new Date(Date.now() - 100 * 86_400_000);
  await insertEvents(database, [
    event(workspaceId, { occurredAt: old }),
    event(workspaceId, { occurredAt: new Date() }),
  ]);
  const id = await createConversion({ database }, system(workspaceId), described());
  await database('workspaces').where({ id: workspaceId }).update({ retention_days: 30 });
  const { signal } = new AbortController();
  await closeOutlivedDays({ database, signal });
  await deleteClosedDays(database, signal);
  expect(await recountMatches(database, workspaceId)).toHaveLength(1);
  expect(await countCompletions(database, workspaceId, id)).toMatchObject({ completions: 2, subjects: 2 });
  expect(await database('completions').where({ workspace_id: workspaceId }).whereNotNull('visitor_id')).toHaveLength(1);
});

it('completions of an old definition or deleted conversion are deleted in portions', async () => {
  const workspaceId = await createWorkspace(database);
  await insertEvents(
    database,
    Array.from({ length: 5 }, () => event(workspaceId)),
  );
  const id = await createConversion({ database }, system(workspaceId), described());
  const rows = async (): Promise<number> =>
    (await database('conversion_completions').where({ workspace_id: workspaceId })).length;
  await updateConversion({ database }, system(workspaceId), { id, given: { conditions: { a: 1 } }, batchSize: 2 });
  expect(await rows()).toBe(3);
  expect(await readMatches(database, workspaceId)).toEqual([]);
  expect([await deleteOldCompletions({ database }, { workspaceId, id }, 2), await rows()]).toEqual([false, 1]);
  expect([await deleteOldCompletions({ database }, { workspaceId, id }, 2), await rows()]).toEqual([true, 0]);
  expect(await findConversion(database, workspaceId, id)).toMatchObject({ isPrimary: false });
});

it('an old completion is deleted even if it is credited at the same time', async () => {
  const workspaceId = await createWorkspace(database);
  await insertEvents(database, [event(workspaceId), event(workspaceId)]);
  const id = await createConversion({ database }, system(workspaceId), described());
  await updateConversion({ database }, system(workspaceId), { id, given: { conditions: { a: 1 } }, batchSize: 1 });
  const old = database('conversion_completions').where({ workspace_id: workspaceId });
  expect(await old.clone()).toHaveLength(1);

  const crediting = await database.transaction();
  await lockRollups(crediting, workspaceId);
  const uncredited = await listUncredited(crediting, workspaceId, 10);
  await writeCredits(
    crediting,
    workspaceId,
    uncredited.map(({ rowId, ...path }) => ({ rowId, credits: creditCompletion(path) })),
  );
  const deletion = deleteOldCompletions({ database }, { workspaceId, id }, 10);
  await waitFor(async () => (await countLockWaits(database, {})) > 0, { what: 'the deletion to wait' });
  await crediting.commit();
  expect(await deletion).toBe(true);
  expect(await old.clone()).toEqual([]);
  expect(await database('credit_sums').where({ workspace_id: workspaceId })).toEqual([]);
});

it('targets keep the completions of a deleted conversion', async () => {
  const workspaceId = await createWorkspace(database);
  const id = await createConversion({ database }, system(workspaceId), described());
  const given = { metric: 'sales', target: 10, current: 0, deadline: '2030-01-01', description: null, unit: null };
  const targetId = await insertTarget(database, workspaceId, { ...given, sourceConversionId: id });
  await insertEvents(database, [event(workspaceId), event(workspaceId, { occurredAt: new Date(Date.now() + 60_000) })]);
  await deleteConversion({ database }, system(workspaceId), id);
  expect(await findTarget(database, workspaceId, targetId)).toMatchObject({ current: 1, isSourceMissing: true });
  await expect(deleteConversion({ database }, system(workspaceId), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
