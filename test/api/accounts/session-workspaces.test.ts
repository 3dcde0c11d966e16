import { insertMember } from '../../../db/accounts/accounts';
import { addMember, cookieFrom, type TestMember } from '../../support/members';
import { addWorkspace, type TestWorkspace } from '../../support/workspaces';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let other: TestWorkspace;

beforeAll(async () => {
  other = await addWorkspace(world);
});

/** Adds a person who is an admin of the first workspace and a member of another one. */
async function addPersonOfTwo({ demo: { workspaceId } } = other): Promise<TestMember> {
  const person = await addMember(world, 'admin');
  await insertMember(world.database, { workspaceId, userId: person.id, role: 'member' });
  return person;
}

const read = (path: string, cookie: string) => world.api.raw(path, { method: 'GET', headers: { cookie } });

const switchTo = (workspaceId: string, cookie: string) =>
  world.api.raw('/api/session/workspace', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: world.apiUrl },
    body: JSON.stringify({ workspaceId }),
  });

it('lists only the workspaces of the person, with the role in each', async () => {
  const [alone, ofTwo] = [await addMember(world, 'member'), await addPersonOfTwo()];
  const here = world.demo.workspaceId;
  const there = other.demo.workspaceId;
  const { body } = await read('/api/session/workspaces', ofTwo.cookie);
  expect(body).toHaveLength(2);
  expect(body).toEqual(
    expect.arrayContaining([
      { id: here, name: expect.any(String), role: 'admin', current: true, demo: null, offersDemo: false },
      { id: there, name: expect.any(String), role: 'member', current: false, demo: null, offersDemo: false },
    ]),
  );
  expect((await read('/api/session/workspaces', alone.cookie)).body).toEqual([expect.objectContaining({ id: here })]);
});

it('switches to the role in the other workspace and ends the previous session', async () => {
  const { cookie } = await addPersonOfTwo();
  const switched = await switchTo(other.demo.workspaceId, cookie);
  expect(switched.status).toBe(200);
  expect(switched.body).toMatchObject({ workspaceId: other.demo.workspaceId, role: 'member' });
  const now = cookieFrom(switched.headers);
  expect((await read('/api/workspace', now)).body.id).toBe(other.demo.workspaceId);
  expect((await read('/api/members', now)).status).toBe(403);
  expect((await read('/api/session', cookie)).status).toBe(401);
});

it('refuses a workspace without a membership and keeps the session', async () => {
  const { cookie } = await addMember(world, 'owner');
  for (const workspaceId of [other.demo.workspaceId, 'wsp_nowhere']) {
    const refused = await switchTo(workspaceId, cookie);
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
  }
  expect((await read('/api/session', cookie)).body.workspaceId).toBe(world.demo.workspaceId);
});

it('offers the demo workspace in an empty workspace until the person has chosen', async () => {
  const shop = await addWorkspace(world);
  const { cookie } = await addPersonOfTwo(shop);
  const [here, there] = [world.demo.workspaceId, shop.demo.workspaceId];
  const offers = async (): Promise<Record<string, boolean>> => {
    const { body } = await read('/api/session/workspaces', cookie);
    return Object.fromEntries(body.map(({ id, offersDemo }: { id: string; offersDemo: boolean }) => [id, offersDemo]));
  };
  const demo = { status: 'filling', percent: 40, part: 'Visitors' };
  await world
    .database('workspaces')
    .where({ id: there })
    .update({ demo: JSON.stringify(demo) });
  expect(await offers()).toEqual({ [here]: true, [there]: false });
  const { body } = await read('/api/session/workspaces', cookie);
  expect(body.find(({ current }: { current: boolean }) => !current).demo).toEqual(demo);

  const headers = { cookie, 'content-type': 'application/json', origin: world.apiUrl };
  const chosen = await world.api.raw('/api/session/start', { method: 'POST', headers });
  expect([chosen.status, chosen.body]).toEqual([200, { workspaceId: here, offersDemo: false }]);
  expect(await offers()).toEqual({ [here]: false, [there]: false });

  // A workspace with events is not empty, so another person gets no offer.
  const second = await addPersonOfTwo(shop);
  const event = { workspaceKey: world.demo.workspaceKey, type: 'pageview', visitorId: 'v', url: 'https://a.example/' };
  expect((await world.api.post('/api/events', event)).status).toBe(200);
  const after = await read('/api/session/workspaces', second.cookie);
  expect(after.body.some(({ offersDemo }: { offersDemo: boolean }) => offersDemo)).toBe(false);
});

it('creates a workspace that the person owns, and no more than 20', async () => {
  const person = await addMember(world, 'member');
  const create = (body: object) =>
    world.api.raw('/api/workspaces', {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json', origin: world.apiUrl },
      body: JSON.stringify(body),
    });
  expect((await create({ name: ' ' })).status).toBe(400);
  const created = await create({ name: 'Second', timezone: 'Europe/Berlin' });
  expect([created.status, created.body]).toEqual([
    201,
    expect.objectContaining({ name: 'Second', timezone: 'Europe/Berlin', plan: 'free' }),
  ]);
  const { id } = created.body;
  const switched = await switchTo(id, person.cookie);
  expect(switched.body).toMatchObject({ workspaceId: id, role: 'owner' });
  expect(await world.database('audit_entries').where({ workspace_id: id }).pluck('action')).toEqual([
    'workspace.created',
  ]);
  const cookie = cookieFrom(switched.headers);
  const fill = Array.from({ length: 25 }, () =>
    world.api.raw('/api/workspaces', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: world.apiUrl },
      body: JSON.stringify({ name: 'More' }),
    }),
  );
  const statuses = (await Promise.all(fill)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(19);
  expect(statuses.filter((status) => status === 409)).toHaveLength(6);
});
