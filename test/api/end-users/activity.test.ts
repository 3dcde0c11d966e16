import { personExport } from '../../../domain/end-users/activity/schemas';
import { purgePersonChanges } from '../../../db/end-users/person-changes';
import {
  createCommunication,
  createPerson,
  createSubject,
  executionsOf,
  publishJourney,
  trackEvent,
} from '../../support/journeys';
import { postSend } from '../../support/transactional';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** The activity of a person, after everything that it shows has happened. */

const world = useWorld();

interface Item {
  id: string;
  kind: string;
  at: string;
  title: string;
  detail: string | null;
  ref: { kind: string; id: string; journeyId?: string } | null;
  payload: Record<string, unknown>;
}

let person: Awaited<ReturnType<typeof createSubject>>;
let journeyId: string;

const read = async (query: Record<string, string> = {}) => {
  const path = `/api/end-users/${person.id}/activity?${new URLSearchParams(query).toString()}`;
  const { status, body } = await world.api.get(path);
  expect(status).toBe(200);
  return body as { data: Item[]; nextCursor: string | null };
};
const titles = async (kinds: string) => (await read({ kinds })).data.map(({ title }) => title);

beforeAll(async () => {
  await world.startWorker({ OUTBOX_POLL_MS: '100' });
  person = await createSubject(world, { plan: 'free', seats: 1 });
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId: await createCommunication(world, 'Welcome'), next: 'update' },
    { id: 'update', kind: 'update_person', attributes: { greeted: true }, next: 'end' },
    { id: 'end', kind: 'exit', reason: 'greeted' },
  ]);
  journeyId = journey.id;
  await trackEvent(world, journey.eventName, person.visitorId, { data: { cart: 7 } });
  await waitFor(async () => (await executionsOf(world, journeyId))[0]?.['status'] === 'COMPLETED');
  await world.api.patch(`/api/end-users/${person.id}`, { attributes: { plan: 'pro', seats: null } });
  await world.api.patch(`/api/end-users/${person.id}`, { consent: { marketing: false, source: 'phone' } });
  await world.api.post('/api/identity/undo', { visitorId: person.visitorId, leadId: person.id });
  await world.api.post('/api/identity', { visitorId: person.visitorId, leadId: person.id });
});

test('each kind lists what happened, newest first, with what was stored', async () => {
  const [event] = (await read({ kinds: 'event' })).data;
  expect(event).toMatchObject({
    ref: { kind: 'event' },
    detail: 'https://shop.example.com/welcome',
    payload: { data: { cart: 7 }, visitorId: person.visitorId },
  });
  expect(await titles('message')).toEqual(['Message sent']);
  const [message] = (await read({ kinds: 'message' })).data;
  expect(message).toMatchObject({ detail: 'Welcome', payload: { stepId: 'mail', journeyId } });
  expect(message!.ref).toEqual({ kind: 'message', id: message!.payload['messageId'] });
  expect(await titles('execution')).toEqual(['Journey completed', 'Passed step update', 'Journey started']);
  const [ended] = (await read({ kinds: 'execution' })).data;
  expect(ended).toMatchObject({ detail: 'Test journey · greeted', ref: { kind: 'execution', journeyId } });
  expect(await titles('identity')).toEqual(['Visitor linked', 'Visitor unlinked', 'Visitor linked', 'Person created']);
});

test('changes of attributes and consent are kept with their actor', async () => {
  const changes = (await read({ kinds: 'attribute' })).data;
  expect(changes.map(({ title, detail }) => [title, detail])).toEqual([
    ['2 attributes changed', 'plan: free → pro, seats: 1 → –'],
    ['greeted changed', 'greeted: – → true'],
  ]);
  expect(changes.map(({ payload }) => payload['actor'])).toEqual([expect.stringMatching(/^key_/), journeyId]);
  const [consent] = (await read({ kinds: 'consent' })).data;
  expect(consent).toMatchObject({
    title: 'Marketing consent withdrawn',
    detail: 'Source: phone',
    payload: { changes: { source: { from: 'default', to: 'phone' } } },
  });
});

test('pages of any size list everything once, and a period limits them', async () => {
  const all = (await read()).data;
  expect(all.map(({ at }) => Date.parse(at))).toEqual(all.map(({ at }) => Date.parse(at)).sort((a, b) => b - a));
  expect(new Set(all.map(({ kind }) => kind))).toEqual(
    new Set(['event', 'message', 'execution', 'consent', 'attribute', 'identity']),
  );
  for (const limit of [1, 2, 5]) {
    const found: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await read({ limit: String(limit), ...(cursor === '' ? {} : { cursor }) });
      found.push(...page.data);
      cursor = page.nextCursor;
    }
    expect(found).toEqual(all);
  }
  const { at } = all.find(({ kind }) => kind === 'consent')!;
  const since = (await read({ since: at })).data;
  const until = (await read({ until: at })).data;
  expect(since.length + until.length).toBe(all.length);
  expect(since.at(-1)!.kind).toBe('consent');
});

test('the overview shows what applies now, and the export everything that is held', async () => {
  const other = await createSubject(world, { plan: 'free' });
  const waiting = await publishJourney(world, [
    { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, waiting.eventName, other.visitorId, { data: { cart: 7 } });
  const receipt = { to: other.email, subject: 'Your receipt', text: 'Thank you.' };
  expect((await postSend(world, receipt)).status).toBe(200);
  await world.api.post('/api/suppressions', { email: other.email });
  const { body: now } = await world.api.get(`/api/end-users/${other.id}/overview`);
  expect(now).toMatchObject({
    externalIds: [],
    suppression: { reason: 'manual' },
    journeys: [{ journeyId: waiting.id, name: 'Test journey', stepId: 'wait' }],
    visitors: [{ visitorId: other.visitorId, strength: 'verified', lastSeenAt: expect.any(String) }],
  });
  const exported = await world.api.get(`/api/end-users/${other.id}/export`);
  expect(exported.headers.get('content-disposition')).toBe(`attachment; filename="${other.id}.json"`);
  expect(personExport.parse(exported.body)).toEqual(exported.body);
  expect(exported.body).toMatchObject({
    person: { id: other.id, email: other.email, attributes: { plan: 'free' } },
    suppressions: [{ email: other.email }],
    transactionalMessages: [{ recipient: other.email }],
    visitors: [{ visitorId: other.visitorId }],
    journeyEntries: [{ journeyId: waiting.id, cohort: 'exposed' }],
  });
  const { body: activity } = await world.api.get(`/api/end-users/${other.id}/activity`);
  expect(exported.body.activity.map(({ id }: Item) => id)).toEqual(activity.data.map(({ id }: Item) => id));
  expect(exported.body.activity.map(({ type }: { type?: string }) => type)).toContain('transactional');
  expect((await world.api.get('/api/end-users/eus_none/export')).status).toBe(404);
});

test('an admin erases a person and follows the progress', async () => {
  const other = await createSubject(world);
  const { status, body } = await world.api.post(`/api/end-users/${other.id}/erase`);
  expect([status, body.status]).toEqual([202, 'running']);
  expect((await world.api.get(`/api/end-users/${other.id}`)).status).toBe(404);
  await waitFor(async () => (await world.api.get(`/api/erasures/${body.erasureId}`)).body.status === 'completed');
  const { data } = (await world.api.get('/api/erasures')).body;
  expect(data).toContainEqual(expect.objectContaining({ erasureId: body.erasureId, stage: 'done' }));
  const entry = await world.database('audit_entries').where({ action: 'end_user.erasure_requested' }).first();
  expect(entry).toMatchObject({ actor: expect.stringMatching(/^key_/), metadata: { erasureId: body.erasureId } });
});

test('a wrong filter is refused, and the people of others are not found', async () => {
  expect((await world.api.get(`/api/end-users/${person.id}/activity?kinds=event,visit`)).status).toBe(400);
  expect((await world.api.get(`/api/end-users/${person.id}/activity?cursor=WyJ4Il0`)).status).toBe(400);
  expect((await world.api.get('/api/end-users/eus_none/activity')).status).toBe(404);
});

test('changes end with the retention period and with the person', async () => {
  const { id } = await createPerson(world, { attributes: { plan: 'free' } });
  const changes = world.database('person_changes').where({ end_user_id: id });
  for (const plan of ['pro', 'team']) await world.api.patch(`/api/end-users/${id}`, { attributes: { plan } });
  const [older] = await changes.clone().orderBy('changed_at').limit(1);
  await changes
    .clone()
    .where({ id: older.id })
    .update({ changed_at: new Date(0) });
  await purgePersonChanges(world.database, new AbortController().signal);
  expect(await changes.clone()).toMatchObject([{ changes: { 'attributes.plan': { from: 'pro', to: 'team' } } }]);
  await world.database('end_users').where({ id }).delete();
  expect(await changes.clone()).toEqual([]);
});
