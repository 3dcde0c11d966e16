import { formatUnsubscribeToken } from '../../domain/email/unsubscribe';
import { publishJourney, uniqueName } from '../support/journeys';
import { createWorld, type World } from '../support/world';

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

const address = (): string => `${uniqueName('lead')}@example.com`;

const byEmail = async (email: string) =>
  (await world.api.get(`/api/end-users?email=${encodeURIComponent(email)}`)).body.data[0];

/** Somebody whom a page made. */
async function publicLead(email = address()) {
  const { workspaceKey } = world.demo;
  const stitched = await world.api.raw('/api/identity/stitch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceKey, visitorId: uniqueName('visitor'), email }),
  });
  expect(stitched.status).toBe(200);
  return byEmail(email);
}

const setPublicLeads = async (mailPublicLeads: boolean) =>
  expect((await world.api.patch('/api/workspace', { mailPublicLeads })).body).toMatchObject({ mailPublicLeads });

const serverEvent = (fields: object) =>
  world.api.post('/api/v1/events', { type: 'seen', url: 'https://shop.example.com/', ...fields });

test('a person whom a page made may not be mailed, and the record says so', async () => {
  const lead = await publicLead();
  expect(lead.consent).toEqual({ marketing: false, source: 'public_stitch', at: expect.any(String) });
  expect(Math.abs(Date.parse(lead.consent.at) - Date.parse(lead.createdAt))).toBeLessThan(1_000);
  const again = await publicLead(lead.email);
  expect(again.consent).toEqual(lead.consent);
});

test.each<[string, (lead: { id: string; email: string }) => Promise<unknown>]>([
  ['a link', (lead) => world.api.post('/api/identity', { visitorId: uniqueName('visitor'), leadId: lead.id })],
  ['a change', (lead) => world.api.patch(`/api/end-users/${lead.id}`, { attributes: { plan: 'pro' } })],
  ['a create that meets the address', (lead) => world.api.post('/api/end-users', { email: lead.email })],
  ['a server event with the address', (lead) => serverEvent({ email: lead.email })],
  ['a server event with the id', (lead) => serverEvent({ userId: lead.id })],
  [
    'a server event with an own id and the address',
    (lead) => serverEvent({ userId: uniqueName('own'), email: lead.email }),
  ],
])('%s of a keyed caller makes them mailable', async (_, name) => {
  const lead = await publicLead();
  await name(lead);
  expect((await byEmail(lead.email)).consent).toMatchObject({ marketing: true, source: 'keyed_call' });
});

test('starting an execution by hand names its person', async () => {
  const lead = await publicLead();
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  expect((await world.api.post(`/api/journeys/${id}/executions`, { endUserId: lead.id })).status).toBe(201);
  expect((await byEmail(lead.email)).consent).toMatchObject({ marketing: true, source: 'keyed_call' });
});

test('public events and reads name no person', async () => {
  const lead = await publicLead();
  const { workspaceKey } = world.demo;
  const event = { type: 'seen', visitorId: uniqueName('visitor'), url: 'https://x.example/', userId: lead.id };
  expect((await world.api.post('/api/events', { workspaceKey, ...event })).status).toBe(200);
  await world.api.get(`/api/end-users/${lead.id}`);
  expect((await byEmail(lead.email)).consent.marketing).toBe(false);
});

test('a keyed call that says no keeps them unmailable, and a later one does not undo it', async () => {
  const [one, two] = [await publicLead(), await publicLead()];
  await world.api.patch(`/api/end-users/${one.id}`, { consent: { marketing: false } });
  await world.api.post('/api/end-users', { email: two.email, consent: { marketing: false } });
  await serverEvent({ email: one.email });
  expect((await byEmail(one.email)).consent).toMatchObject({ marketing: false, source: 'api' });
  expect((await byEmail(two.email)).consent).toMatchObject({ marketing: false, source: 'public_stitch' });
});

test('mailPublicLeads makes them mailable, those who are there and new ones, and takes it back', async () => {
  const before = await publicLead();
  await setPublicLeads(true);
  const during = await publicLead();
  expect([(await byEmail(before.email)).consent.marketing, during.consent.marketing]).toEqual([true, true]);
  expect(during.consent.source).toBe('public_stitch');
  const named = await publicLead();
  await serverEvent({ email: named.email });
  await setPublicLeads(false);
  const after = await Promise.all([before, during, named].map(({ email }) => byEmail(email)));
  expect(after.map(({ consent }) => consent.marketing)).toEqual([false, false, true]);
});

const made = async (fields: object = {}) =>
  (await world.api.post('/api/end-users', { email: address(), ...fields })).body;

const patched = async (id: string, consent: object) =>
  (await world.api.patch(`/api/end-users/${id}`, { consent })).body.consent;

test('consent that a keyed call gives is of now, and by the API where it does not say more', async () => {
  expect((await made()).consent).toMatchObject({ marketing: true, source: 'default' });
  const stated = await made({ consent: { marketing: true } });
  expect(stated.consent).toMatchObject({ marketing: true, source: 'api' });
  expect(await patched(stated.id, { marketing: true })).toEqual(stated.consent);
  const changed = await patched(stated.id, { marketing: false });
  expect(changed).toMatchObject({ marketing: false, source: 'api' });
  expect(Date.parse(changed.at)).toBeGreaterThan(Date.parse(stated.consent.at));
});

test('a keyed call says where consent comes from, and since when', async () => {
  const consent = { marketing: true, source: 'newsletter_form', at: '2025-03-01T10:00:00+02:00' };
  const person = await made({ consent });
  expect(person.consent).toEqual({ ...consent, at: '2025-03-01T08:00:00.000Z' });
  const other = await patched((await made()).id, consent);
  expect(other).toEqual(person.consent);
  const ahead = await patched(person.id, { ...consent, at: '2999-01-01T00:00:00Z' });
  expect(Math.abs(Date.parse(ahead.at) - Date.now())).toBeLessThan(60_000);
});

test('a record that is sent back changes what was changed in it', async () => {
  const { id, consent } = await made();
  expect(await patched(id, consent)).toEqual(consent);
  const withdrawn = await patched(id, { ...consent, marketing: false });
  expect(withdrawn).toMatchObject({ marketing: false, source: 'api' });
  expect(Date.parse(withdrawn.at)).toBeGreaterThan(Date.parse(consent.at));
});

test('what the service alone records is no source that callers give', async () => {
  const { id, consent } = await made();
  const given = { consent: { marketing: true, source: 'resubscribe_link' } };
  for (const refused of [
    await world.api.post('/api/end-users', given),
    await world.api.patch(`/api/end-users/${id}`, given),
  ]) {
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'consent.source' }] },
    });
  }
  expect((await world.api.get(`/api/end-users/${id}`)).body.consent).toEqual(consent);
});

/** A person, and the paths of an unsubscribe link of theirs. */
async function reader() {
  const { id, email } = (await world.api.post('/api/end-users', { email: address() })).body;
  const subject = { workspaceId: world.demo.workspaceId, endUserId: id as string };
  const link = `/u/${formatUnsubscribeToken(world.environment['LINK_SECRET']!, subject)}`;
  const post = (path: string) => world.api.raw(path, { method: 'POST', headers: { accept: 'text/html' } });
  return {
    path: `/api/end-users/${id}`,
    unsubscribe: () => post(link),
    resubscribe: () => post(`${link}/resubscribe`),
    consent: async () => (await byEmail(email)).consent,
  };
}

test('the link takes back what was said by a link', async () => {
  const person = await reader();
  const done = await person.unsubscribe();
  expect(done.body).toContain('Resubscribe');
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'unsubscribe_link' });
  expect((await person.resubscribe()).body).toContain('Subscribed again');
  expect(await person.consent()).toMatchObject({ marketing: true, source: 'resubscribe_link' });
  expect((await person.resubscribe()).status).toBe(200);
});

test('an old link does not undo an opt-out by the API, also not by unsubscribing first', async () => {
  const person = await reader();
  await world.api.patch(person.path, { consent: { marketing: false } });
  const refused = await person.resubscribe();
  expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('You stay unsubscribed')]);
  const repeated = await person.unsubscribe();
  expect(repeated.status).toBe(200);
  expect(repeated.body).not.toContain('/resubscribe');
  expect((await person.resubscribe()).status).toBe(409);
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'api' });
});

test('an opt-out by the API or a complaint after one by a link stands', async () => {
  const [person, other] = [await reader(), await reader()];
  await person.unsubscribe();
  await world.api.patch(person.path, { consent: { marketing: false } });
  expect((await person.resubscribe()).status).toBe(409);
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'api' });
  await other.unsubscribe();
  const id = other.path.split('/').at(-1)!;
  // As the report of a complaint leaves it.
  await world.database('end_users').where({ id }).update({ consent_source: 'complaint' });
  expect((await other.resubscribe()).status).toBe(409);
  expect(await other.consent()).toMatchObject({ marketing: false, source: 'complaint' });
});

test('people from before sources were recorded keep their consent, of unknown source', async () => {
  const person = await reader();
  const id = person.path.split('/').at(-1)!;
  await world
    .database('end_users')
    .where({ id })
    .update({ consent_source: null, consent_at: null, marketing_consent: false });
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'unknown', at: expect.any(String) });
  expect((await person.resubscribe()).status).toBe(409);
});
