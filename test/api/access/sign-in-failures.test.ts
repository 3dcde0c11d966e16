import { useWorld } from '../../support/world';
import { addAccount } from '../../support/members';

/**
 * A failed sign-in does not reveal whether the account exists. test/simulations/equal-times.test.ts checks the
 * duration.
 */

const world = useWorld({ temporal: false });

/** Makes one attempt. Deletes the counts first, because failures are limited even with RATE_LIMITS off. */
async function attempt(email: string, password: string) {
  await world.database('rate_limits').delete();
  return world.api.post('/api/session', { email, password });
}

test('every failed sign-in gets the same response', async () => {
  const memberless = await addAccount(world, { member: false, password: 'a-right-password' });
  const passwordless = await addAccount(world, { member: true, password: null });
  // Not the owner’s address: the process keeps a refusal in memory until its window ends.
  const email = await addAccount(world, { member: true, password: 'a-right-password' });
  const responses = [
    await attempt(email, 'a-wrong-password'),
    await attempt('nobody@example.com', 'a-wrong-password'),
    await attempt(memberless, 'a-right-password'),
    await attempt(passwordless, 'a-wrong-password'),
  ].map(({ status, body, headers }) => ({ status, body, headers: [...headers.keys()].sort() }));
  expect(responses).toEqual(responses.map(() => responses[0]));
  expect(responses[0]!.status).toBe(401);
});

test('too many failures delay unknown accounts, too', async () => {
  const statuses: Record<string, number[]> = {};
  const known = await addAccount(world, { member: true, password: 'a-right-password' });
  for (const email of [known, 'nobody-else@example.com']) {
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

test('the response to an invalid key does not say why it is invalid', async () => {
  const { serverKey, transactionalKey, workspaceKey } = world.demo;
  const minted = await world.ownerApi.post('/api/keys', { name: 'Brief' });
  await world.ownerApi.delete(`/api/keys/${minted.body.id}`);
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
