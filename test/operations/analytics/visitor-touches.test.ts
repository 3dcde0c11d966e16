import { rowsOf } from '../../../db/connection/statements';
import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { useDatabase } from '../../support/database';
import { storeHistory } from '../../support/event-history';
import { createWorkspace } from '../../support/workspaces';

/** The stored data of events that can start a session. */

const database = useDatabase({ poolSize: 4 });

interface PageOf {
  visitorId: string;
  /** Minutes after the visitor's first event. */
  minute: number;
  /** Appended to the shop's URL. */
  page: string;
  /** Default `direct`. */
  channel?: string;
}

/** Counts page events. @returns the remaining rows, in order */
async function touchesOf(pages: readonly PageOf[]) {
  const workspaceId = await createWorkspace(database);
  await drainRollups({ database }, workspaceId);
  const events = pages.map(({ visitorId, minute, page, channel = 'direct' }, index) => ({
    id: `${workspaceId}-${index}`,
    visitorId,
    url: `https://shop.example/${page}`,
    channel,
    occurredAt: new Date(Date.UTC(2026, 0, 10, 12, minute)),
  }));
  await storeHistory(database, workspaceId, events);
  await drainRollups({ database }, workspaceId);
  return rowsOf<{ visitorId: string; minute: number; campaign: string | null; isTouch: boolean }>(
    database.raw(
      `select visitor_id as "visitorId", extract(minute from at)::int as minute, campaign, is_touch as "isTouch"
         from visitor_touches where workspace_id = ? order by visitor_id collate "C", at`,
      [workspaceId],
    ),
  );
}

test('the campaign is the page’s nonempty utm parameters as written, and the name of its first click id', async () => {
  const campaigns: [page: string, campaign: string | null][] = [
    ['', null],
    ['?size=3&color=blue', null],
    ['?utm_medium=m&utm_source=s&msclkid=1', 'utm_source=s&utm_medium=m&msclkid'],
    ['?utm_campaign=a%26b#?utm_source=x', 'utm_campaign=a%26b'],
    ['?fbclid=1&gclid=2', 'fbclid'],
    ['?xgclid=1&xutm_source=x', null],
    ['?utm_source=a&utm_source=b', 'utm_source=a'],
    ['?utm_source=&utm_source=b', 'utm_source=b'],
    ['?gclid=&fbclid=1', 'fbclid'],
    ['?gclid=', null],
    ['?utm_source=g&gad_source=1', 'utm_source=g&gad_source'],
    ['?gclsrc=aw.ds', 'gclsrc'],
    ['?utm_source=x?y&q=1', 'utm_source=x?y'],
    ['?q=1?utm_source=x&igsh=1', 'utm_source=x&igsh'],
    ['&utm_source=x', 'utm_source=x'],
    ['&utm_source=x?y', 'utm_source=x?y'],
    ['??utm_source=x', 'utm_source=x'],
    ['?utm_source=a=b&ScCid==', 'utm_source=a=b&ScCid'],
  ];
  const name = (index: number): string => `v${String(index).padStart(2, '0')}`;
  const rows = await touchesOf(campaigns.map(([page], index) => ({ visitorId: name(index), minute: 0, page })));
  expect(rows.map(({ visitorId, campaign }) => [visitorId, campaign])).toEqual(
    campaigns.map(([, campaign], index) => [name(index), campaign]),
  );
});

test('events that repeat the previous campaign are not stored, and sessions start as if they were', async () => {
  const visit = (pages: readonly string[]) => pages.map((page, minute) => ({ visitorId: 'v', minute, page }));
  const [spring, gift] = ['?utm_source=spring', '?utm_source=gift'];
  const rows = await touchesOf(visit([spring, spring, spring, '', spring, gift, gift, spring]));
  expect(rows.map(({ minute, isTouch }) => [minute, isTouch])).toEqual([
    [0, true],
    [4, false],
    [5, true],
    [7, true],
  ]);
});
