import { formatUnsubscribeToken } from '../../../domain/email/unsubscribe';
import { createPerson, publishJourney, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const address = (): string => `${uniqueName('lead')}@example.com`;

const byEmail = async (email: string) =>
  (await world.api.get(`/api/end-users?email=${encodeURIComponent(email)}`)).body.data[0];

/** Creates a person through the public API of a page. */
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

test('a person created by a page gets no marketing email, and the record shows why', async () => {
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
])('%s of a keyed caller gives them consent', async (_, name) => {
  const lead = await publicLead();
  await name(lead);
  expect((await byEmail(lead.email)).consent).toMatchObject({ marketing: true, source: 'keyed_call' });
});

test('starting an execution by hand gives consent', async () => {
  const lead = await publicLead();
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  expect((await world.api.post(`/api/journeys/${id}/executions`, { endUserId: lead.id })).status).toBe(201);
  expect((await byEmail(lead.email)).consent).toMatchObject({ marketing: true, source: 'keyed_call' });
});

test('public events and reads do not give consent', async () => {
  const lead = await publicLead();
  const { workspaceKey } = world.demo;
  const event = { type: 'seen', visitorId: uniqueName('visitor'), url: 'https://x.example/', userId: lead.id };
  expect((await world.api.post('/api/events', { workspaceKey, ...event })).status).toBe(200);
  await world.api.get(`/api/end-users/${lead.id}`);
  expect((await byEmail(lead.email)).consent.marketing).toBe(false);
});

test('a keyed call that refuses consent stays in force after later keyed calls', async () => {
  const [one, two] = [await publicLead(), await publicLead()];
  await world.api.patch(`/api/end-users/${one.id}`, { consent: { marketing: false } });
  await world.api.post('/api/end-users', { email: two.email, consent: { marketing: false } });
  await serverEvent({ email: one.email });
  expect((await byEmail(one.email)).consent).toMatchObject({ marketing: false, source: 'api' });
  expect((await byEmail(two.email)).consent).toMatchObject({ marketing: false, source: 'public_stitch' });
});

test('mailPublicLeads gives consent to existing and new public leads until it is turned off', async () => {
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

const patched = async (id: string, consent: object) =>
  (await world.api.patch(`/api/end-users/${id}`, { consent })).body.consent;

test('consent from a keyed call is dated now with source "api" by default', async () => {
  expect((await createPerson(world)).consent).toMatchObject({ marketing: true, source: 'default' });
  const stated = await createPerson(world, { consent: { marketing: true } });
  expect(stated.consent).toMatchObject({ marketing: true, source: 'api' });
  expect(await patched(stated.id, { marketing: true })).toEqual(stated.consent);
  const changed = await patched(stated.id, { marketing: false });
  expect(changed).toMatchObject({ marketing: false, source: 'api' });
  expect(Date.parse(changed.at)).toBeGreaterThan(Date.parse(stated.consent.at));
});

test('a keyed call can set the source and time of consent', async () => {
  const consent = { marketing: true, source: 'newsletter_form', at: '2025-03-01T10:00:00+02:00' };
  const person = await createPerson(world, { consent });
  expect(person.consent).toEqual({ ...consent, at: '2025-03-01T08:00:00.000Z' });
  const other = await patched((await createPerson(world)).id, consent);
  expect(other).toEqual(person.consent);
  const ahead = await patched(person.id, { ...consent, at: '2999-01-01T00:00:00Z' });
  expect(Math.abs(Date.parse(ahead.at) - Date.now())).toBeLessThan(60_000);
});

test('sending a record back applies only the changed fields', async () => {
  const { id, consent } = await createPerson(world);
  expect(await patched(id, consent)).toEqual(consent);
  const withdrawn = await patched(id, { ...consent, marketing: false });
  expect(withdrawn).toMatchObject({ marketing: false, source: 'api' });
  expect(Date.parse(withdrawn.at)).toBeGreaterThan(Date.parse(consent.at));
});

test('callers cannot set a source that only the service records', async () => {
  const { id, consent } = await createPerson(world);
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

/** Creates a person and their unsubscribe link. */
async function reader() {
  const { id, email } = await createPerson(world);
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

test('resubscribing by link reverts an opt-out by link', async () => {
  const person = await reader();
  const done = await person.unsubscribe();
  expect(done.body).toContain('Resubscribe');
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'unsubscribe_link' });
  expect((await person.resubscribe()).body).toContain('Resubscribed');
  expect(await person.consent()).toMatchObject({ marketing: true, source: 'resubscribe_link' });
  expect((await person.resubscribe()).status).toBe(200);
});

test('an old link does not revert an opt-out by the API, even after unsubscribing by the link', async () => {
  const person = await reader();
  await world.api.patch(person.path, { consent: { marketing: false } });
  const refused = await person.resubscribe();
  expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('You are still unsubscribed')]);
  const repeated = await person.unsubscribe();
  expect(repeated.status).toBe(200);
  expect(repeated.body).not.toContain('/resubscribe');
  expect((await person.resubscribe()).status).toBe(409);
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'api' });
});

test('a later opt-out by the API or a complaint cannot be reverted by a link', async () => {
  const [person, other] = [await reader(), await reader()];
  await person.unsubscribe();
  await world.api.patch(person.path, { consent: { marketing: false } });
  expect((await person.resubscribe()).status).toBe(409);
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'api' });
  await other.unsubscribe();
  const id = other.path.split('/').at(-1)!;
  // The state after a complaint.
  await world.database('end_users').where({ id }).update({ consent_source: 'complaint' });
  expect((await other.resubscribe()).status).toBe(409);
  expect(await other.consent()).toMatchObject({ marketing: false, source: 'complaint' });
});

test('people from before sources were recorded keep their consent with an unknown source', async () => {
  const person = await reader();
  const id = person.path.split('/').at(-1)!;
  await world
    .database('end_users')
    .where({ id })
    .update({ consent_source: null, consent_at: null, marketing_consent: false });
  expect(await person.consent()).toMatchObject({ marketing: false, source: 'unknown', at: expect.any(String) });
  expect((await person.resubscribe()).status).toBe(409);
});
