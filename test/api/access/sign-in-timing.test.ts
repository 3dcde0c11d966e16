import { hashPassword } from '../../../api/accounts/passwords';
import { insertMember, insertUser } from '../../../db/accounts';
import { newId } from '../../../db/connection';
import { createWorld, type World } from '../../support/world';
import { uniqueName } from '../../support/journeys';

/**
 * A wrong sign-in looks the same, and takes as long, whether the account exists or not. Medians of many interleaved attempts
 * are compared with wide bounds, which an early answer for unknown accounts leaves.
 */

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false, environment: { RATE_LIMITS: 'off' } });
}, 60_000);

afterAll(() => world.stop());

/** Somebody with an account; a member of the demo workspace when `member`. */
async function addAccount({ member, password }: { member: boolean; password: string | null }): Promise<string> {
  const id = newId('user');
  const email = `${uniqueName('account')}@example.com`;
  const passwordHash = password === null ? null : await hashPassword(password);
  await insertUser(world.database, { id, email, name: null, passwordHash });
  if (member) await insertMember(world.database, { workspaceId: world.demo.workspaceId, userId: id, role: 'member' });
  return email;
}

/** One attempt with its time in ms. Failures are counted per account and address, whatever RATE_LIMITS says: they are wiped. */
async function attempt(email: string, password: string) {
  await world.database('rate_limits').delete();
  const startedAt = performance.now();
  const answer = await world.api.post('/api/session', { email, password });
  return { ms: performance.now() - startedAt, answer };
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

test('a wrong password, an unknown account and an account of no workspace take the same time', async () => {
  const password = 'a-right-password';
  const accounts: Record<string, () => Promise<[email: string, password: string]>> = {
    unknown: async () => [`${uniqueName('nobody')}@example.com`, 'a-wrong-password'],
    known: async () => [world.demo.owner.email, 'a-wrong-password'],
    passwordless: async () => [passwordless, 'a-wrong-password'],
    memberless: async () => [memberless, password],
  };
  const memberless = await addAccount({ member: false, password });
  const passwordless = await addAccount({ member: true, password: null });
  const times: Record<string, number[]> = { unknown: [], known: [], passwordless: [], memberless: [] };
  for (let round = 0; round < 33; round += 1) {
    for (const [name, account] of Object.entries(accounts)) {
      const { ms, answer } = await attempt(...(await account()));
      expect(answer.status).toBe(401);
      // The first rounds warm up.
      if (round >= 3) times[name]!.push(ms);
    }
  }
  const known = median(times['known']!);
  for (const name of ['unknown', 'passwordless', 'memberless']) {
    const ratio = median(times[name]!) / known;
    expect({ name, isAlike: ratio > 0.5 && ratio < 2, ratio }).toMatchObject({ isAlike: true });
  }
  // Argon2 with 19 MiB and two passes takes milliseconds on any machine; a lookup alone does not.
  const hashing = await timeOfHash();
  expect(median(times['unknown']!)).toBeGreaterThan(hashing / 2);
}, 60_000);

async function timeOfHash(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    const startedAt = performance.now();
    await hashPassword('a-password-to-measure');
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

test('every failed sign-in has the same answer', async () => {
  const memberless = await addAccount({ member: false, password: 'a-right-password' });
  const passwordless = await addAccount({ member: true, password: null });
  const { email } = world.demo.owner;
  const answers = [
    await attempt(email, 'a-wrong-password'),
    await attempt('nobody@example.com', 'a-wrong-password'),
    await attempt(memberless, 'a-right-password'),
    await attempt(passwordless, 'a-wrong-password'),
  ].map(({ answer: { status, body, headers } }) => ({ status, body, headers: [...headers.keys()].sort() }));
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect(answers[0]!.status).toBe(401);
});

test('a wait for too many failures begins for unknown accounts, too', async () => {
  const statuses: Record<string, number[]> = {};
  for (const email of [world.demo.owner.email, 'nobody-else@example.com']) {
    await world.database('rate_limits').delete();
    statuses[email] = [];
    for (let i = 0; i < 12; i += 1) {
      const { status } = await world.api.post('/api/session', { email, password: 'a-wrong-password' });
      statuses[email].push(status);
    }
  }
  const tenFailures = [...Array<number>(10).fill(401), 429, 429];
  expect(Object.values(statuses)).toEqual([tenFailures, tenFailures]);
});

test('a wrong key is told nothing of why it is wrong', async () => {
  const { serverKey, transactionalKey, workspaceKey } = world.demo;
  const minted = await world.api.post('/api/keys', { name: 'Brief' });
  await world.api.delete(`/api/keys/${minted.body.id}`);
  const wrong = {
    revoked: minted.body.rawKey as string,
    'one letter off': `${serverKey.slice(0, -1)}${serverKey.endsWith('a') ? 'b' : 'a'}`,
    'of another kind': transactionalKey,
    public: workspaceKey,
    nonsense: 'x',
  };
  const bodies: { status: number; body: unknown }[] = [];
  for (const key of Object.values(wrong)) {
    const { status, body } = await world.api.raw('/api/workspace', { headers: { 'x-api-key': key } });
    bodies.push({ status, body });
  }
  expect(bodies).toEqual(bodies.map(() => bodies[0]));
  expect(bodies[0]!.status).toBe(401);
});
