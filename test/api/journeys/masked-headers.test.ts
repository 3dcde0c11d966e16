import { findJourney, saveDraft } from '../../../db/journeys/journeys';
import { apiClient, type ApiClient } from '../../support/api-client';
import { addMember } from '../../support/members';
import { useWorld } from '../../support/world';

/** Credentials in the headers of webhook steps: members cannot read them, and saving as a member keeps them. */

const world = useWorld({ temporal: false });
let member: ApiClient;

beforeAll(async () => {
  member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
});

const literal = 'Bearer literal-credential-0123';
const steps = (token = literal, url = 'https://crm.example/hook') => [
  { id: 'call', kind: 'webhook', url, headers: { Authorization: token, 'X-Plan': 'pro' }, next: 'end' },
  { id: 'end', kind: 'exit' },
];

test('no response to a member contains a literal credential, and saving the masked value keeps it', async () => {
  const trigger = await world.api.post('/api/trigger-contracts', { eventName: 'masked' });
  const made = await world.api.post('/api/journeys', {
    name: 'Masked',
    triggerContractId: trigger.body.id,
    steps: steps(),
  });
  const { id } = made.body;
  expect(JSON.stringify(made.body)).toContain(literal);
  expect((await world.api.post(`/api/journeys/${id}/publish`)).status).toBe(200);

  const read = (await member.get(`/api/journeys/${id}`)).body;
  expect(read.steps[0].headers).toEqual({ Authorization: '********', 'X-Plan': 'pro' });
  const patched = await member.patch(`/api/journeys/${id}`, {
    updatedAt: read.updatedAt,
    goalEventName: 'bought',
    steps: read.steps,
  });
  expect(patched.status).toBe(200);
  const draft = (await world.api.get(`/api/journeys/${id}`)).body;
  expect(draft.draft.steps[0].headers.Authorization).toBe(literal);
  expect((await world.api.post(`/api/journeys/${id}/publish`)).status).toBe(200);

  const changed = steps('Bearer another-literal-0123');
  const { updatedAt } = (await world.api.get(`/api/journeys/${id}`)).body;
  await world.api.patch(`/api/journeys/${id}`, { updatedAt, steps: changed });
  await world.api.post(`/api/journeys/${id}/publish`);
  const responses = [
    await member.get('/api/journeys'),
    await member.get(`/api/journeys/${id}`),
    await member.get(`/api/journeys/${id}?version=1`),
    await member.get(`/api/journeys/${id}/versions`),
    await member.get(`/api/journeys/${id}/audit`),
    await member.post(`/api/journeys/${id}/draft`),
    await member.post(`/api/journeys/${id}/simulate`, { subjectAttributes: { email: 'ada@example.com' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect(responses.filter(({ body }) => /literal/.test(JSON.stringify(body)))).toEqual([]);
  const versions = (await world.api.get(`/api/journeys/${id}/versions`)).body;
  expect(JSON.stringify(versions)).toContain('another-literal');
});

test('credentials in URLs are refused; stored ones are hidden from members and kept on saving', async () => {
  const address = 'https://ada:url-literal@crm.example/hook';
  const refused = await world.api.post('/api/journeys', { name: 'Refused', steps: steps('x', address) });
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [{ path: 'steps.0.url', message: expect.stringMatching(/Authorization.*secrets/) }],
  ]);

  const trigger = await world.api.post('/api/trigger-contracts', { eventName: 'addressed' });
  const { id } = (
    await world.api.post('/api/journeys', { name: 'Old', triggerContractId: trigger.body.id, steps: steps() })
  ).body;
  await world.api.post(`/api/journeys/${id}/publish`);
  await world.api.post(`/api/journeys/${id}/draft`);
  const { workspaceId } = world.demo;
  const draft = (await findJourney(world.database, workspaceId, id))!.draft!;
  const stored = draft.steps.map((step) => (step.kind === 'webhook' ? { ...step, url: address } : step));
  await saveDraft(world.database, workspaceId, id, { ...draft, steps: stored });
  const read = (await member.get(`/api/journeys/${id}`)).body;
  expect(read.steps[0].url).toBe('https://********@crm.example/hook');
  const { updatedAt } = read;
  const patched = await member.patch(`/api/journeys/${id}`, { updatedAt, goalEventName: 'bought', steps: read.steps });
  expect(patched.status).toBe(200);
  expect((await world.api.get(`/api/journeys/${id}`)).body.steps[0].url).toBe(address);
  expect((await world.api.post(`/api/journeys/${id}/publish`)).status).toBe(200);
  const responses = [
    patched,
    await member.get('/api/journeys'),
    await member.get(`/api/journeys/${id}?version=2`),
    await member.get(`/api/journeys/${id}/versions`),
  ];
  expect(responses.filter(({ body }) => /url-literal/.test(JSON.stringify(body)))).toEqual([]);
  expect(JSON.stringify((await world.api.get(`/api/journeys/${id}/versions`)).body)).toContain('url-literal');
});

test('a member cannot send a stored credential elsewhere, and a mask alone is not a value', async () => {
  const { id, updatedAt } = (await world.api.post('/api/journeys', { name: 'Kept', steps: steps() })).body;
  const moved = await member.patch(`/api/journeys/${id}`, {
    updatedAt,
    steps: steps('********', 'https://mallory.example/'),
  });
  expect([moved.status, moved.body.details[0].path]).toEqual([400, 'steps.0.headers.Authorization']);
  const made = await member.post('/api/journeys', { name: 'Made', steps: steps('********') });
  expect([made.status, made.body.details[0].path]).toEqual([400, 'steps.0.headers.Authorization']);
  const own = await member.patch(`/api/journeys/${id}`, {
    updatedAt,
    steps: steps('Bearer own', 'https://other.example/'),
  });
  expect(own.status).toBe(200);
  expect((await world.api.get(`/api/journeys/${id}`)).body.steps[0].headers.Authorization).toBe('Bearer own');
});
