import type { EventOrigin } from '../../domain/events/event';
import { incomingEvent } from '../../domain/events/parse-events';
import { newId } from '../../db/connection/ids';
import { makePartition } from '../../db/events/event-partitions';
import { ingestEvents } from '../../operations/events/ingest-events';
import type { Submission } from '../../operations/events/submission';
import type { Person } from './people';
import type { Shop } from './shop-context';
import type { ShopEvent, VisitEvents } from './visit-events';
import { historyDays, startOfDay } from './visits';

/** Makes the monthly partitions that the history needs. Without them, all of it would be in the default partition. */
export async function makePastPartitions({ database, now }: Shop): Promise<void> {
  const months = new Set<string>();
  for (let day = 1 - historyDays; day <= 0; day += 1) {
    months.add(`${new Date(startOfDay(now, day)).toISOString().slice(0, 7)}-01`);
  }
  for (const month of months) await database.transaction((transaction) => makePartition(transaction, month));
}

/** Stores the events of visits as if they had arrived when they happened, and the people who gave their address. */
export async function storeVisits(shop: Shop, visits: readonly VisitEvents[]): Promise<void> {
  await storePeople(
    shop,
    visits.flatMap(({ newPerson }) => newPerson ?? []),
  );
  const events = visits.flatMap((visit) => visit.events);
  const context = { database: shop.database, pepper: shop.keyPepper };
  await ingestEvents(context, submissionsOf(shop, 'public', events));
  await ingestEvents(context, submissionsOf(shop, 'server', events));
}

/** Creates people at once, with their consent and the time of their first address, which an event cannot set. */
async function storePeople({ database, workspaceId }: Shop, people: readonly { person: Person; at: number }[]) {
  if (people.length === 0) return;
  await database('end_users').insert(
    people.map(({ person, at }) => ({
      workspace_id: workspaceId,
      id: newId('endUser'),
      email: person.email,
      attributes: JSON.stringify(person.attributes),
      timezone: person.timezone,
      locale: person.locale,
      consent_source: 'shop_checkout',
      consent_at: new Date(at),
      created_at: new Date(at),
      updated_at: new Date(at),
    })),
  );
}

/** Events of browsers are public. Those with an address are the shop's server's, and link the visitor to the person. */
function submissionsOf(shop: Shop, origin: EventOrigin, events: readonly ShopEvent[]): Submission[] {
  return events
    .filter(({ email }) => (email !== null) === (origin === 'server'))
    .map((event) => submissionOf(shop, origin, event));
}

function submissionOf({ workspaceId, keyId, referrerRules }: Shop, origin: EventOrigin, event: ShopEvent): Submission {
  const receivedAt = new Date(event.at);
  const { type, visitorId, url, referrer, data, email, device } = event;
  const given = { type, visitorId, referrer, data, ...(url !== null && { url }), ...(email !== null && { email }) };
  const incoming = incomingEvent(
    given,
    { historical: true },
    { origin, receivedAt, isBot: false, device, referrerRules },
  );
  if (incoming === null) throw new Error(`The event ${type} has no subject.`);
  const actor = origin === 'server' ? keyId : 'public';
  return { workspaceId, origin, actor, receivedAt, events: [incoming], historical: true };
}
