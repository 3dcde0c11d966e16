import { findQueuedDay } from '../../db/events/event-catalog';
import { systemClock } from '../../context/create-context';
import { checkAnomalies } from '../../operations/analytics/check-anomalies';
import { creditCompletions } from '../../operations/analytics/credit-completions';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import { refreshCatalog } from '../../operations/events/refresh-catalog';
import { makePastPartitions, storeVisits } from './fill-events';
import { evaluateExperiments, prepareExperiments, type Chapter } from './fill-experiments';
import { fillJourneys, startWaitingExecutions } from './fill-journeys';
import { fillOrderConfirmations } from './fill-messages';
import { setUpShop } from './fill-setup';
import { countCampaigns, fillSpend } from './fill-spend';
import { seededRandom } from './random';
import type { Shop } from './shop-context';
import { createShoppers, type VisitEvents } from './visit-events';
import { planVisits } from './visits';

export type Part = 'Settings' | 'Visits and orders' | 'Figures' | 'Journeys' | 'Messages';

/** Reports which part is filled, and how much of it is done, 0 to 1. */
export type OnProgress = (part: Part, share: number) => Promise<void>;

/** Visits in one transaction. */
const visitBatchSize = 400;

/** Fills the workspace with the history of the shop. */
export async function fillHistory(shop: Shop, onProgress: OnProgress): Promise<void> {
  await onProgress('Settings', 0);
  const ids = await setUpShop(shop);
  await makePastPartitions(shop);
  const { chapters, shown } = await prepareExperiments(shop, ids);
  const visits = planVisits(shop.now);
  const shoppers = createShoppers(seededRandom('shoppers of the demo shop'));
  const campaigns = countCampaigns();
  const left = chapters.sort((one, other) => one.at - other.at);
  let portion: VisitEvents[] = [];
  const store = async (): Promise<void> => {
    await storeVisits(shop, portion);
    portion = [];
  };
  for (const [index, visit] of visits.entries()) {
    while (left[0] !== undefined && left[0].at <= visit.at) {
      await store();
      await (left.shift() as Chapter).run();
    }
    const done = shoppers.eventsOf(visit, shown);
    campaigns.add(visit, done);
    portion.push(done);
    if (portion.length < visitBatchSize) continue;
    await store();
    await onProgress('Visits and orders', index / visits.length);
  }
  await store();
  await linkInThePast(shop);
  await onProgress('Journeys', 0);
  const messages = await fillJourneys(shop, ids.beliefIds, (share) => onProgress('Journeys', share));
  await onProgress('Messages', 0);
  await fillOrderConfirmations(shop, messages.orderConfirmation);
  await fillSpend(shop, campaigns);
  await onProgress('Figures', 0);
  await evaluateExperiments(shop);
  await creditCompletions(shop, shop.workspaceId);
  await findAnomalies(shop);
  await startWaitingExecutions(shop);
  await countCatalog(shop);
}

/** Sets the links of visitors to people back to the event that named the person. */
async function linkInThePast({ database, workspaceId }: Shop): Promise<void> {
  await database.raw(
    `update visitor_links l set linked_at = named.at
       from (select visitor_id, min(occurred_at) as at from events
              where workspace_id = :workspaceId and end_user_id is not null and visitor_id is not null group by visitor_id) named
      where l.workspace_id = :workspaceId and l.visitor_id = named.visitor_id`,
    { workspaceId },
  );
}

/** Anomalies that a worker found while days were missing are no anomalies. */
async function findAnomalies({ database, workspaceId, now }: Shop): Promise<void> {
  await database('anomalies').where({ workspace_id: workspaceId }).delete();
  await checkAnomalies({ database, clock: { ...systemClock, now: () => now } }, workspaceId);
}

/** Counts the whole event catalog now. The worker spreads this over minutes, because it limits its share of the time. */
async function countCatalog({ database, workspaceId }: Shop): Promise<void> {
  await drainRollups({ database }, workspaceId);
  while ((await findQueuedDay(database, workspaceId, null)) !== null) await refreshCatalog({ database }, workspaceId);
}
