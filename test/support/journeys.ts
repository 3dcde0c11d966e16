import { randomBytes } from 'node:crypto';
import { waitFor } from './wait-for';
import type { World } from './world';

/** Common setup for tests of journeys, through the public API. */

/**
 * Returns a name that is unique in the whole run, because files share the mail sink and each worker process restarts
 * its count.
 */
export const uniqueName = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`;

/** Creates a person, under example.com unless another address is given. @returns the response's body */
export async function createPerson(world: World, fields: Record<string, unknown> = {}) {
  const email = `${uniqueName('person')}@example.com`;
  const { status, body } = await world.api.post('/api/end-users', { email, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Creates a person with a linked visitor. */
export async function createSubject(world: World, attributes: Record<string, unknown> = {}) {
  const { id, email } = await createPerson(world, { attributes });
  const visitorId = uniqueName('visitor');
  const link = await world.api.post('/api/identity', { visitorId, leadId: id });
  if (link.status !== 200) throw new Error(JSON.stringify(link.body));
  return { id: id as string, email: email as string, visitorId };
}

/** Creates a marketing communication; its subject distinguishes versions. */
export async function createCommunication(world: World, subject: string): Promise<string> {
  const response = await world.api.post('/api/communications', {
    name: subject,
    commType: 'marketing',
    slots: { subject, headline: 'Hello {{ attributes.name }}', body: 'Glad to see you.' },
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.id as string;
}

/** Publishes a journey with its own trigger event. */
export async function publishJourney(world: World, steps: unknown[], fields: Record<string, unknown> = {}) {
  const eventName = uniqueName('event');
  const contract = await world.api.post('/api/trigger-contracts', { eventName });
  const journey = await world.api.post('/api/journeys', {
    name: 'Test journey',
    triggerContractId: contract.body.id,
    holdoutPercent: 0,
    steps,
    ...fields,
  });
  const published = await world.api.post(`/api/journeys/${journey.body.id}/publish`);
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  return { id: journey.body.id as string, eventName };
}

/** Posts one event of a visitor, as the snippet does. */
export function trackEvent(world: World, type: string, visitorId: string, fields: Record<string, unknown> = {}) {
  return world.api.post('/api/events', {
    workspaceKey: world.demo.workspaceKey,
    type,
    visitorId,
    url: 'https://shop.example.com/welcome',
    ...fields,
  });
}

/** Posts an event as a client does: retries with the same id until the event is stored. */
export async function trackSurely(
  world: World,
  type: string,
  visitorId: string,
  fields: Record<string, unknown> = {},
): Promise<void> {
  const messageId = uniqueName('message');
  await waitFor(async () => (await trackEvent(world, type, visitorId, { ...fields, messageId })).status === 200, {
    what: 'an event to be stored',
  });
}

/** Returns the executions of a journey, newest first. */
export async function executionsOf(world: World, journeyId: string): Promise<Record<string, string>[]> {
  return (await world.api.get(`/api/journeys/${journeyId}/executions`)).body as Record<string, string>[];
}
