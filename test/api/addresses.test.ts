import { createPerson, uniqueName } from '../support/journeys';
import { internalApi } from '../support/internal';
import { addMember, signIn } from '../support/members';
import { postSend } from '../support/transactional';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Every route normalizes addresses the same way: all spellings of a mailbox name the same person. */

const world = useWorld({ temporal: false });

/** Creates one mailbox in different spellings: composed and decomposed letters, scripts, upper case, spaces. */
function mailbox(first = 'zoë') {
  const name = uniqueName('person');
  const canonical = `${first}.${name}@xn--mnchen-3ya.example`;
  const spellings = [
    canonical,
    `${first}.${name}@münchen.example`,
    ` ${first.toUpperCase()}.${name.toUpperCase()}@MÜNCHEN.EXAMPLE\n`,
    `${first.normalize('NFD')}.${name}@mu\u0308nchen.example`,
    `${first.replace('z', 'Z')}.${name}@XN--MNCHEN-3YA.example`,
  ];
  return { canonical, spellings };
}

const find = async (email: string): Promise<{ id: string; email: string }[]> =>
  (await world.api.get(`/api/end-users?email=${encodeURIComponent(email)}`)).body.data;

const linkedTo = async (visitorId: string): Promise<string> =>
  (await world.api.get(`/api/identity?visitorId=${visitorId}`)).body.leadId;

/** Routes that find a person by address. Each returns the id of the person. */
const naming: Record<string, (email: string) => Promise<string | undefined>> = {
  'GET /api/end-users?email=': async (email) => (await find(email))[0]?.id,
  'POST /api/v1/events': async (email) => {
    const visitorId = uniqueName('visitor');
    const { body } = await world.api.post('/api/v1/events', { type: 'seen', visitorId, email });
    expect(body).toMatchObject({ received: 1 });
    return linkedTo(visitorId);
  },
  'POST /api/v1/events, in a batch': async (email) => {
    const visitorId = uniqueName('visitor');
    const events = [{ type: 'seen', visitorId, email }];
    expect((await world.api.post('/api/v1/events', { events })).body).toEqual({ received: 1 });
    return linkedTo(visitorId);
  },
  'POST /api/v1/events, of a whole batch': async (email) => {
    const visitorId = uniqueName('visitor');
    const batch = { email, events: [{ type: 'seen', visitorId }] };
    expect((await world.api.post('/api/v1/events', batch)).body).toEqual({ received: 1 });
    return linkedTo(visitorId);
  },
  'POST /api/identity/stitch': async (email) => {
    const visitorId = uniqueName('visitor');
    const { workspaceKey } = world.demo;
    const event = { workspaceKey, type: 'pageview', visitorId, url: 'https://example.com/' };
    expect((await world.api.post('/api/events', event)).status).toBe(200);
    expect((await world.api.post('/api/identity/stitch', { workspaceKey, visitorId, email })).status).toBe(200);
    return linkedTo(visitorId);
  },
  'POST …/internal/dispatch': async (email) => {
    const visitorId = uniqueName('visitor');
    const event = { type: 'seen', visitorId, email };
    const { workspaceId } = world.demo;
    const response = await internalApi(world).post('/api/journeys/internal/dispatch', { workspaceId, event });
    expect(response.status).toBe(200);
    return linkedTo(visitorId);
  },
};

test.each(Object.keys(naming))('%s finds the person by every spelling', async (route) => {
  const { spellings } = mailbox();
  const { id } = await createPerson(world, { email: spellings[1] });
  for (const email of spellings) expect([email, await naming[route]!(email)]).toEqual([email, id]);
});

/** Routes that store an address only once. Each returns the stored address and the status. */
const keeping: Record<string, (email: string) => Promise<{ status: number; email: string }>> = {
  'POST /api/end-users': (email) => posted('/api/end-users', { email }),
  'POST /api/suppressions': (email) => posted('/api/suppressions', { email }),
  'POST /api/members': (email) => posted('/api/members', { email }),
};

async function posted(path: string, body: object): Promise<{ status: number; email: string }> {
  const response = await world.ownerApi.post(path, body);
  return { status: response.status, email: response.body.email };
}

test.each(Object.keys(keeping))('%s stores the same form of an address for every spelling', async (route) => {
  const { canonical, spellings } = mailbox();
  for (const [index] of spellings.entries()) {
    const { canonical: other, spellings: others } = mailbox();
    expect(await keeping[route]!(others[index]!)).toEqual({ status: 201, email: other });
  }
  expect(await keeping[route]!(spellings[2]!)).toEqual({ status: 201, email: canonical });
  if (route === 'POST /api/members') return;
  for (const email of spellings) expect((await keeping[route]!(email)).status).toBe(409);
});

test('PATCH of a person, a suppression and the sender stores the same form', async () => {
  for (const path of ['/api/end-users', '/api/suppressions']) {
    const { canonical, spellings } = mailbox();
    const { body } = await world.ownerApi.post(path, { email: `${uniqueName('person')}@example.com` });
    expect((await world.ownerApi.patch(`${path}/${body.id}`, { email: spellings[3] })).body.email).toBe(canonical);
  }
  const { canonical, spellings } = mailbox();
  const sender = { name: 'Zoë', email: spellings[3], replyTo: spellings[2], postalAddress: '1 Street' };
  const { body } = await world.ownerApi.patch('/api/workspace', { sender });
  expect(body.sender).toMatchObject({ email: canonical, replyTo: canonical });
});

test('an address suppressed in one spelling gets no email in any other', async () => {
  for (const [index] of mailbox().spellings.entries()) {
    // SES accepts only ASCII before the @.
    const { canonical, spellings } = mailbox('zoe');
    const message = { subject: 'Brief', text: 'Text.' };
    expect((await postSend(world, { to: spellings.at(-1 - index)!, ...message })).status).toBe(200);
    const sent = await world.database('sends').where({ workspace_id: world.demo.workspaceId, recipient: canonical });
    expect(sent).toHaveLength(1);
    expect((await world.api.post('/api/suppressions', { email: spellings[index] })).status).toBe(201);
    for (const to of spellings) expect((await postSend(world, { to, ...message })).status).toBe(422);
  }
});

test('an invited person can sign in with every spelling', async () => {
  const { canonical, spellings } = mailbox();
  const member = await addMember(world, 'member', spellings[3]);
  expect(member.email).toBe(canonical);
  for (const email of spellings) expect(await signIn(world, { ...member, email })).toMatch(/^svc_session=./);
  for (const email of spellings) expect((await world.api.post('/api/password-reset', { email })).status).toBe(202);
  const resets = () => world.database('password_resets').where({ user_id: member.id });
  await waitFor(async () => ((await resets()).length > 0 ? true : undefined));
});

test('erasure requests with different spellings return the same erasure', async () => {
  const { workspaceId } = world.demo;
  for (const [index] of mailbox().spellings.entries()) {
    const { spellings } = mailbox();
    await createPerson(world, { email: spellings[0] });
    const body = { workspaceId, email: spellings[index] };
    const path = '/api/journeys/internal/forget-end-user';
    const first = (await internalApi(world).post(path, body)).body;
    for (const email of spellings) {
      expect((await internalApi(world).post(path, { workspaceId, email })).body.erasureId).toBe(first.erasureId);
    }
  }
});

test('a simulation finds the suppression for every spelling of the address', async () => {
  const { spellings } = mailbox();
  await world.api.post('/api/suppressions', { email: spellings[0] });
  const contract = (await world.api.post('/api/trigger-contracts', { eventName: uniqueName('event') })).body;
  const steps = [{ id: 'end', kind: 'exit' }];
  const journey = { name: 'Brief', triggerContractId: contract.id, steps };
  const { id } = (await world.api.post('/api/journeys', journey)).body;
  for (const email of spellings) {
    const { body } = await world.api.post(`/api/journeys/${id}/simulate`, { subjectAttributes: { email } });
    const check = body.decisions?.find((decision: { check: string }) => decision.check === 'suppression');
    expect([email, check?.outcome]).toEqual([email, 'block']);
  }
});

test.each([
  ['POST', '/api/end-users', {}],
  ['POST', '/api/suppressions', {}],
  ['POST', '/api/members', {}],
  ['POST', '/api/v1/events', { type: 'seen' }],
  ['POST', '/api/password-reset', {}],
])('%s %s refuses addresses that cannot receive email', async (_, path, body) => {
  for (const email of ['ada', 'ada@localhost', '"ada"@example.com', 'a\u200bda@example.com', 'ada@-x.example']) {
    const api = path === '/api/members' ? world.ownerApi : world.api;
    const response = await api.post(path, { ...body, email });
    expect([email, response.status]).toEqual([email, 400]);
    expect(JSON.stringify(response.body)).toContain('must be an email address');
  }
});
