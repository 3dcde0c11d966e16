import { rowsOf } from '../../../db/connection/statements';
import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { createConversion } from '../../../operations/conversions/conversions';
import { useDatabase } from '../../support/database';
import { storeHistory } from '../../support/event-history';
import { rebuildRollups } from '../../support/rebuild-rollups';
import { createWorkspace } from '../../support/workspaces';

const database = useDatabase({ poolSize: 2 });

const readSums = (workspaceId: string): Promise<object[]> =>
  rowsOf(
    database.raw(
      `select kind, day::text, other_day::text, channel, currency, count, revenue_micros::float8
         from completion_sums where workspace_id = ? order by kind, day, other_day, channel, currency`,
      [workspaceId],
    ),
  );

test('sums equal a recount for history matched in portions, with visitors counted before', async () => {
  const workspaceId = await createWorkspace(database);
  await database('workspaces').where({ id: workspaceId }).update({ timezone: 'America/New_York' });
  const channels = ['email', 'direct', 'paid_search', null];
  // A portion of 5,000 ends in the middle of a day, with the same visitors on both sides.
  await storeHistory(
    database,
    workspaceId,
    Array.from({ length: 12_000 }, (_none, n) => ({
      id: `evt_${n}`,
      type: 'purchase',
      occurredAt: new Date(Date.parse('2026-03-01T00:00:00Z') + n * 86_400),
      visitorId: `v${n % 40}`,
      channel: channels[n % 4] ?? null,
      data: { revenue: 1 + (n % 7) },
    })),
  );
  await drainRollups({ database }, workspaceId);
  await createConversion(
    { database },
    { workspaceId, id: 'test' },
    {
      name: 'Purchase',
      type: 'custom_event',
      eventType: 'purchase',
      isPrimary: false,
      conditions: {},
      urlPattern: null,
      selector: null,
    },
    20_000,
  );
  const sums = await readSums(workspaceId);
  await rebuildRollups(database, workspaceId);
  expect(sums).toEqual(await readSums(workspaceId));
  expect(new Set(sums.map((row) => (row as { kind: string }).kind))).toEqual(new Set(['day', 'visitor', 'channel']));
});
