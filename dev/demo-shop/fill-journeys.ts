import { createMessages, suppressInThePast } from './fill-messages';
import { enqueue } from '../../db/outbox/outbox';
import { createTriggerContract } from '../../operations/trigger-contracts/trigger-contracts';
import { createJourney } from '../../operations/journeys/create-journey';
import { learnFromJourney } from '../../operations/journeys/learn-from-journey';
import { publishVersion } from '../../operations/journeys/publish-version';
import { systemClock } from '../../context/create-context';
import { inlineThreads } from '../../context/inline-threads';
import type { JourneyStep } from '../../domain/journeys/schemas';
import type { BeliefKey } from './experiments';
import { findPastEntries } from './enter-past';
import type { Unreachable } from './journey-outside';
import { shopJourneys, type ShopJourney } from './journeys';
import type { PastJourney } from './past-entry';
import { storeEntries } from './store-entries';
import { storeResponses } from './store-responses';
import { shopMessages, type MessageKey } from './messages';
import { setBack } from './set-back';
import type { Shop } from './shop-context';
import { startOfDay } from './visits';

/**
 * Publishes the shop's journeys, and enters the people of the past. Executions that ended are rows without a workflow:
 * their pages read only these. Executions that still wait go on with {@link startWaitingExecutions}.
 */
export async function fillJourneys(
  shop: Shop,
  beliefs: Record<BeliefKey, string>,
  onProgress: (share: number) => Promise<void>,
): Promise<Record<MessageKey, string>> {
  const ids = await createMessages(shop);
  const messages = new Map(Object.entries(shopMessages).map(([key, message]) => [ids[key as MessageKey], message]));
  const journeys: PastJourney[] = [];
  for (const given of shopJourneys) {
    const steps = given.steps({ messages: ids, beliefs });
    journeys.push({ ...(await publishInThePast(shop, given, steps)), messages });
  }
  await storeResponses(shop, journeys);
  const unreachable = new Map<string, Unreachable>();
  for (const [index, journey] of journeys.entries()) {
    await storeEntries(shop, journey, await findPastEntries(shop, journey, unreachable));
    await learn(shop, journey);
    await onProgress((index + 1) / journeys.length);
  }
  await recordUnreachable(shop, unreachable);
  return ids;
}

/**
 * Continues the executions that wait by real workflows. The outbox starts them at their step, as for executions that
 * Temporal has lost. Called at the end, because a fill that is interrupted is repeated with other executions.
 */
export async function startWaitingExecutions({ database, workspaceId }: Shop): Promise<void> {
  const rows = await database('executions').where({ workspace_id: workspaceId, status: 'RUNNING' }).select('id');
  const commands = rows.map(({ id }: { id: string }) => ({
    workspaceId,
    kind: 'start_execution' as const,
    subjectId: id,
  }));
  await database.transaction((transaction) => enqueue(transaction, commands));
}

async function publishInThePast(shop: Shop, given: ShopJourney, steps: JourneyStep[]) {
  const { database, actor, workspaceId, now } = shop;
  const { name, description, settings, trigger } = given;
  const contract = await createTriggerContract({ database }, actor, trigger);
  const draft = { name, description, triggerContractId: contract.id, ...settings, steps };
  const publishedAt = startOfDay(now, given.from) + 8 * 3_600_000;
  const createdAt = publishedAt - 86_400_000;
  const journeyId = await createJourney({ database }, actor, draft);
  await setBack(shop, createdAt);
  await publishVersion({ database, threads: inlineThreads, clock: systemClock }, actor, journeyId);
  await setBack(shop, publishedAt);
  const past = { created_at: new Date(createdAt), updated_at: new Date(publishedAt) };
  await database('journeys').where({ workspace_id: workspaceId, id: journeyId }).update(past);
  await database('trigger_contracts').where({ workspace_id: workspaceId, id: contract.id }).update(past);
  await setVersionBack(shop, journeyId, publishedAt);
  return { journeyId, given, steps, publishedAt };
}

/** Replaces the version, which never changes, by the same one with an earlier time of publication. */
async function setVersionBack({ database, workspaceId }: Shop, journeyId: string, publishedAt: number): Promise<void> {
  const of = { workspaceId, journeyId, publishedAt: new Date(publishedAt) };
  await database.transaction(async (transaction) => {
    const where = 'where workspace_id = :workspaceId and journey_id = :journeyId';
    await transaction.raw(
      `create temp table past_version on commit drop as select * from journey_versions ${where}`,
      of,
    );
    await transaction.raw(
      `create temp table past_contents on commit drop as select * from journey_version_contents ${where}`,
      of,
    );
    await transaction.raw(`delete from journey_versions ${where}`, of);
    await transaction.raw('update past_version set published_at = :publishedAt', of);
    await transaction.raw('insert into journey_versions select * from past_version');
    await transaction.raw('insert into journey_version_contents select * from past_contents');
  });
}

/** Adds the evidence of the journey's experiment to its belief. */
async function learn(shop: Shop, { journeyId, steps }: PastJourney): Promise<void> {
  const { database, workspaceId, now } = shop;
  const learning = steps.filter((step) => step.kind === 'experiment').filter(({ beliefId }) => beliefId);
  await learnFromJourney({ database }, { workspaceId, journeyId, version: 1, steps: learning });
  await setBack(shop, startOfDay(now, -1) + 5 * 3_600_000);
}

/** Suppresses addresses that bounced, and revokes the consent of people who unsubscribed. */
async function recordUnreachable(
  { database, workspaceId }: Shop,
  unreachable: Map<string, Unreachable>,
): Promise<void> {
  for (const [email, { reason, at }] of unreachable) {
    const moment = new Date(at);
    if (reason === 'suppression') {
      await suppressInThePast({ database, workspaceId }, email, moment);
    } else {
      await database('end_users').where({ workspace_id: workspaceId, email }).update({
        marketing_consent: false,
        consent_source: 'unsubscribe_link',
        consent_at: moment,
        updated_at: moment,
      });
    }
  }
}
