import { loadApiSettings } from '../../../config';
import { callFrom } from '../../support/call-from';
import { addMember } from '../../support/members';
import { useWorld } from '../../support/world';

/** Limits on guessing passwords, and how the caller’s network is determined. */

const world = useWorld({ temporal: false });

beforeEach(async () => {
  await world.database('rate_limits').delete();
});

interface Caller {
  /** The loopback address of the caller. */
  from?: string;
  forwardedFor?: string;
  baseUrl?: string;
}

/** @returns the response status */
async function signIn(account: { email: string }, password: string, caller: Caller = {}): Promise<number> {
  const { from = '127.0.0.1', forwardedFor, baseUrl = world.apiUrl } = caller;
  const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const body = { email: account.email, password };
  return (await callFrom(from, `${baseUrl}/api/session`, { method: 'POST', headers, body })).status;
}

const guess = async (account: { email: string }, caller: Caller, times = 10): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push(await signIn(account, `guess number ${index}`, caller));
  return statuses;
};

const ten401 = Array<number>(10).fill(401);

/** Starts an API with its own proxy settings. */
const apiBehind = async (environment: NodeJS.ProcessEnv): Promise<string> => (await world.startApi(environment)).url;

test('ten wrong passwords delay only that client, also in parallel', async () => {
  const owner = await addMember(world, 'admin');
  const stranger = { from: '127.0.0.2' };
  const statuses = await Promise.all(
    Array.from({ length: 25 }, (_, index) => signIn(owner, `guess number ${index}`, stranger)),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  // The correct password is delayed, too.
  expect(await signIn(owner, owner.password, stranger)).toBe(429);
  expect(await signIn(owner, owner.password, { from: '127.0.0.3' })).toBe(200);
  expect(await signIn(world.demo.owner, world.demo.owner.password, stranger)).toBe(200);
});

test('any number of other clients cannot lock a person out', async () => {
  const owner = await addMember(world, 'admin');
  for (const last of [11, 12, 13, 14]) await guess(owner, { from: `127.0.0.${last}` }, 11);
  expect(await signIn(owner, owner.password, { from: '127.0.0.15' })).toBe(200);
});

test('fifty failures delay a network, across all accounts', async () => {
  const from = '127.0.0.21';
  for (let account = 0; account < 5; account += 1) {
    expect(await guess({ email: `nobody-${account}@example.com` }, { from })).toEqual(ten401);
  }
  expect(await signIn({ email: 'nobody-6@example.com' }, 'a guess', { from })).toBe(429);
  expect(await signIn(world.demo.owner, world.demo.owner.password, { from })).toBe(429);
  expect(await signIn(world.demo.owner, world.demo.owner.password, { from: '127.0.0.22' })).toBe(200);
});

test('a successful sign-in clears the failures of the client', async () => {
  const owner = await addMember(world, 'admin');
  for (let round = 0; round < 3; round += 1) {
    await guess(owner, {}, 9);
    expect(await signIn(owner, owner.password)).toBe(200);
  }
});

test('600 successful sign-ins delay only that account from that network', async () => {
  const owner = await addMember(world, 'admin');
  const from = '127.0.0.25';
  const tryFive = async (): Promise<number[]> => {
    const body = { email: owner.email, password: owner.password };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => callFrom(from, `${world.apiUrl}/api/session`, { method: 'POST', body })),
    );
    return responses.map(({ status }) => status).sort();
  };
  expect(await tryFive()).toEqual([200, 200, 200, 200, 200]);
  const counter = world.database('rate_limits').whereLike('key', `signin_all:%${owner.email}`);
  expect(await counter.clone().pluck('points')).toEqual([5]);
  await counter.update({ points: 597 });
  expect(await tryFive()).toEqual([200, 200, 200, 429, 429]);
  const sessions = await world.database('sessions').where({ user_id: owner.id }).count('* as count');
  // Five, three, and one from accepting the invitation.
  expect(Number(sessions[0]?.['count'])).toBe(9);
  // A delayed request does not count as a failure of the network; 50 would exceed the limit.
  await guess(owner, { from }, 50);
  expect(await signIn(world.demo.owner, world.demo.owner.password, { from })).toBe(200);
  expect(await signIn(owner, owner.password, { from: '127.0.0.26' })).toBe(200);
});

test('without trusted proxies, the header is ignored', async () => {
  const owner = await addMember(world, 'member');
  const from = '127.0.0.31';
  for (let index = 0; index < 10; index += 1) {
    expect(await signIn(owner, 'a guess', { from, forwardedFor: `203.0.113.${index}` })).toBe(401);
  }
  expect(await signIn(owner, owner.password, { from, forwardedFor: '203.0.113.99' })).toBe(429);
});

test.each([
  ['one proxy: the last address', { TRUSTED_PROXIES: '1' }, (client: string) => `9.9.9.9, ${client}`],
  ['one proxy, by the older setting', { TRUST_PROXY: 'on' }, (client: string) => `9.9.9.9, ${client}`],
  ['two proxies: the last but one', { TRUSTED_PROXIES: '2' }, (client: string) => `9.9.9.9, ${client}, 10.0.0.1`],
  ['a proxy that writes ports', { TRUSTED_PROXIES: '1' }, (client: string) => `9.9.9.9, ${client}:4711`],
])('behind %s counts', async (_, environment, forwarded) => {
  const baseUrl = await apiBehind(environment);
  const owner = await addMember(world, 'member');
  const guesser = { baseUrl, forwardedFor: forwarded('203.0.113.1') };
  expect(await guess(owner, guesser)).toEqual(ten401);
  expect(await signIn(owner, owner.password, guesser)).toBe(429);
  // An extra address at the start of the header is ignored.
  expect(await signIn(owner, 'a guess', { baseUrl, forwardedFor: `8.8.8.8, ${guesser.forwardedFor}` })).toBe(429);
  expect(await signIn(owner, owner.password, { baseUrl, forwardedFor: forwarded('203.0.113.2') })).toBe(200);
});

test('IPv6 addresses of one /64 count as one caller', async () => {
  const baseUrl = await apiBehind({ TRUSTED_PROXIES: '1' });
  const owner = await addMember(world, 'member');
  for (let index = 0; index < 10; index += 1) {
    const forwardedFor = `2001:db8:1:2:${index}:ffff::${index}`;
    expect(await signIn(owner, 'a guess', { baseUrl, forwardedFor })).toBe(401);
  }
  expect(await signIn(owner, owner.password, { baseUrl, forwardedFor: '2001:db8:1:2:abcd::1' })).toBe(429);
  expect(await signIn(owner, owner.password, { baseUrl, forwardedFor: '2001:db8:1:3::1' })).toBe(200);
});

test('an invalid number of proxies prevents the start', () => {
  for (const TRUSTED_PROXIES of ['-1', 'all', '11', '1.5']) {
    expect(() => loadApiSettings({ ...world.environment, TRUSTED_PROXIES })).toThrow(/TRUSTED_PROXIES/);
  }
});
