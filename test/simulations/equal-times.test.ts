import { passwords } from '../../context/passwords';
import { compareTimes, falseAlarm, limitOf, timeOf, type ComparedTimes } from '../support/equal-times';
import { createSubject, uniqueName } from '../support/journeys';
import { addAccount } from '../support/members';
import { useWorld } from '../support/world';

/**
 * Response times do not reveal who is known. Each comparison has a false alarm probability of at most 5e-7 per side, so
 * this whole file has less than one in 100,000.
 */

/** The number of compareTimes calls in the tests below. */
const comparisons = 6;
const world = useWorld({ temporal: false });

function expectAlike({ slower, faster, limit }: ComparedTimes): void {
  expect({ slower, faster, alike: slower < limit && faster < limit }).toMatchObject({ alike: true });
}

test('false alarms: less than one in 100,000 runs', () => {
  expect(limitOf(120, falseAlarm)).toBe(87);
  expect(2 * comparisons * falseAlarm).toBeLessThan(1e-5);
});

test.each(['fresh', 'linked'])('stitching a %s visitor: a known and an unknown address', async (kind) => {
  const known = await Promise.all(Array.from({ length: 20 }, async () => (await createSubject(world)).email));
  const linked = uniqueName('linked');
  const stitch = (email: string) =>
    timeOf(async () => {
      const visitorId = kind === 'linked' ? linked : uniqueName('v');
      const response = await world.api.post('/api/identity/stitch', {
        visitorId,
        email,
        workspaceKey: world.demo.workspaceKey,
      });
      expect(response.body).toEqual({ stitched: true });
    });
  await stitch(`${uniqueName('first')}@example.com`);
  expectAlike(
    await compareTimes(
      () => stitch(known[Math.floor(Math.random() * known.length)]!),
      () => stitch(`${uniqueName('nobody')}@example.com`),
    ),
  );
});

/**
 * Attempts to sign in once. Failures are counted per account and address regardless of RATE_LIMITS, so the counts are
 * deleted.
 */
async function signIn(email: string, password: string): Promise<number> {
  await world.database('rate_limits').delete();
  return timeOf(async () => {
    expect((await world.api.post('/api/session', { email, password })).status).toBe(401);
  });
}

test.each([
  ['an unknown account', () => Promise.resolve(`${uniqueName('nobody')}@example.com`), 'a-wrong-password'],
  ['an account without a password', () => addAccount(world, { member: true, password: null }), 'a-wrong-password'],
  [
    'an account of no workspace',
    () => addAccount(world, { member: false, password: 'a-right-password' }),
    'a-right-password',
  ],
] as const)('a wrong sign-in: a known account and %s', async (_, account, password) => {
  const email = await account();
  expectAlike(
    await compareTimes(
      () => signIn(world.demo.owner.email, 'a-wrong-password'),
      () => signIn(email, password),
    ),
  );
});

test('a wrong sign-in always hashes the password, so it is never faster than one hash', async () => {
  // A single hash takes less time than an attempt that includes the same hash.
  const { faster, limit } = await compareTimes(
    () => signIn(`${uniqueName('nobody')}@example.com`, 'a-wrong-password'),
    () => timeOf(() => passwords.hash('a-password-to-measure')),
  );
  // `faster` counts the pairs in which the hash took longer than 1.5 attempts.
  expect({ faster, hashes: faster < limit }).toMatchObject({ hashes: true });
});
