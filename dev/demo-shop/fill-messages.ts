import { randomBytes } from 'node:crypto';
import { insertSuppression } from '../../db/email/suppressions';
import { rowsOf } from '../../db/connection/statements';
import { inlineThreads } from '../../context/inline-threads';
import { createCommunication } from '../../operations/communications/communications';
import { shopMessages, type MessageKey } from './messages';
import { pastId, setBack } from './set-back';
import type { Shop } from './shop-context';
import { historyDays, startOfDay } from './visits';

/** Creates the shop's messages, as of the first day. */
export async function createMessages(shop: Shop): Promise<Record<MessageKey, string>> {
  const { database, actor, workspaceId, now } = shop;
  const ids: [string, string][] = [];
  for (const [key, { name, commType, slots }] of Object.entries(shopMessages)) {
    const given = { name, commType, slots, html: null, text: null };
    ids.push([key, (await createCommunication({ database, threads: inlineThreads }, actor, given)).id]);
  }
  const opened = new Date(startOfDay(now, 1 - historyDays));
  // References that are older than their message would be read again.
  const past = { created_at: opened, updated_at: opened, references_at: opened };
  await database('communications').where({ workspace_id: workspaceId }).update(past);
  await setBack(shop, opened.getTime());
  return Object.fromEntries(ids) as Record<MessageKey, string>;
}

export async function suppressInThePast(
  { database, workspaceId }: Pick<Shop, 'database' | 'workspaceId'>,
  email: string,
  at: Date,
): Promise<void> {
  const suppression = await insertSuppression(database, { workspaceId, email, reason: 'bounce', origin: 'ses' });
  if (suppression === null) return;
  const past = { id: pastId('suppression', at.getTime()), created_at: at };
  await database('suppressions').where({ workspace_id: workspaceId, id: suppression.id }).update(past);
}

/** An id as the mail service gives it. */
export const providerMessageId = (): string => `0107${randomBytes(24).toString('hex')}`;

/** What a server says about an address that it does not have. */
export const noSuchMailbox = 'smtp; 550 5.1.1 The email account that you tried to reach does not exist';

/** Days of order confirmations, and the number of the one whose address bounced. */
const confirmedDays = 14;
const bouncedNumber = 5;

interface Order {
  email: string;
  endUserId: string;
  orderId: string;
  at: Date;
}

/** Adds the order confirmations that the shop's server has sent for the orders of the last days. */
export async function fillOrderConfirmations(shop: Shop, communicationId: string): Promise<void> {
  const { database, workspaceId, now } = shop;
  const key = await database('api_keys').where({ workspace_id: workspaceId, kind: 'transactional' }).first('id');
  const orders = await rowsOf<Order>(
    database.raw(
      `select u.email, u.id as "endUserId", e.data ->> 'orderId' as "orderId", e.occurred_at as at
         from events e join end_users u on u.workspace_id = e.workspace_id and u.id = e.end_user_id
        where e.workspace_id = :workspaceId and e.type = 'purchase' and e.occurred_at > :since order by e.occurred_at`,
      { workspaceId, since: new Date(startOfDay(now, -confirmedDays)) },
    ),
  );
  const sends = orders.map((order, index) => {
    const at = order.at.getTime() + 1_500;
    return { ...order, at, id: pastId('send', at), bounces: orders.length - index === bouncedNumber };
  });
  await database.batchInsert(
    'sends',
    sends.map(({ id, at, email, orderId, bounces }) => ({
      workspace_id: workspaceId,
      id,
      kind: 'transactional',
      status: 'sent',
      communication_id: communicationId,
      provider_started_at: new Date(at),
      provider_message_id: providerMessageId(),
      created_at: new Date(at),
      sent_at: new Date(at + 200),
      recipient: email,
      subject: shopMessages.orderConfirmation.slots.subject,
      tags: JSON.stringify({ order: orderId }),
      mode: 'live',
      api_key_id: key?.id ?? null,
      delivered_at: bounces ? null : new Date(at + 2_400),
      bounced_at: bounces ? new Date(at + 2_400) : null,
    })),
    200,
  );
  await database.batchInsert(
    'send_events',
    sends.map(({ id, at, bounces }) => ({
      workspace_id: workspaceId,
      send_id: id,
      at: new Date(at + 2_400),
      dedupe_key: bounces ? 'bounce' : 'delivery',
      kind: bounces ? 'bounce' : 'delivery',
      detail: bounces ? 'Permanent/General 5.1.1' : null,
      diagnostic: bounces ? noSuchMailbox : null,
    })),
    200,
  );
  for (const { email, at } of sends.filter(({ bounces }) => bounces)) {
    await suppressInThePast(shop, email, new Date(at + 2_400));
  }
}
