import type { Actor } from '../../../domain/accounts/actor';
import { findUser } from '../../../db/accounts/accounts';
import { insertPasswordReset } from '../../../db/accounts/password-resets';
import { acceptInvitation } from '../../../operations/accounts/accept-invitation';
import { changePassword } from '../../../operations/accounts/change-password';
import { resetPassword } from '../../../operations/accounts/reset-password';
import { uniqueName } from '../../support/journeys';
import { createWorld, type World } from '../../support/world';

/**
 * Hashing a password takes a tenth of a second. Decisions made before it must still be valid when the result is
 * written.
 */

let world: World;
let actor: Actor;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
  actor = { workspaceId: world.demo.workspaceId, id: 'test', role: 'owner' };
});

afterAll(() => world.stop());

const address = () => `${uniqueName('person')}@example.com`;

async function invited() {
  const email = address();
  const { id } = (await world.ownerApi.post('/api/members', { email, role: 'admin' })).body as { id: string };
  return { email, id, name: { workspaceId: actor.workspaceId, invitationId: id } };
}

async function account() {
  const { email, name } = await invited();
  const accepted = await acceptInvitation(world.database, name, {
    now: new Date(),
    authenticate: () => Promise.resolve('first hash'),
  });
  return { email, user: accepted.user };
}

const hashOf = async (email: string) => (await findUser(world.database, { email }))?.passwordHash;

test('if a role changes while the invitation is accepted, the new role counts', async () => {
  const { email, id, name } = await invited();
  const { user } = await acceptInvitation(world.database, name, {
    now: new Date(),
    authenticate: async () => {
      expect((await world.api.patch(`/api/members/${id}`, { role: 'member' })).status).toBe(200);
      return 'hash';
    },
  });
  const row = await world.database('members').where({ user_id: user.id }).first('role');
  expect([email, row.role]).toEqual([email, 'member']);
});

test('accepting an invitation and changing its role at the same time do not deadlock', async () => {
  const { id, name } = await invited();
  const outcomes = await Promise.all([
    acceptInvitation(world.database, name, { now: new Date(), authenticate: () => Promise.resolve('hash') }),
    ...[1, 2, 3].map(() => world.api.patch(`/api/members/${id}`, { role: 'member' })),
  ]);
  for (const outcome of outcomes.slice(1)) expect([200, 404]).toContain((outcome as { status: number }).status);
});

test('a password reset is not overwritten by a password change that started earlier', async () => {
  const { email, user } = await account();
  const resetId = await insertPasswordReset(world.database, user, new Date(Date.now() + 60_000));
  await resetPassword(world.database, resetId, () => Promise.resolve('reset hash'));
  await expect(changePassword(world.database, user, 'other hash')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await hashOf(email)).toBe('reset hash');
});

test('if two links are used at the same time, only one sets the password', async () => {
  const { email, user } = await account();
  const links = [];
  for (let made = 0; made < 2; made += 1) {
    links.push(await insertPasswordReset(world.database, user, new Date(Date.now() + 60_000)));
  }
  let hashing = 0;
  let both = (): void => undefined;
  const bothHash = new Promise<void>((resolve) => (both = resolve));
  const outcomes = await Promise.allSettled(
    links.map((link) =>
      resetPassword(world.database, link, async () => {
        hashing += 1;
        if (hashing === 2) both();
        await bothHash;
        return `hash of ${link}`;
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const used = links[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  expect(await hashOf(email)).toBe(`hash of ${used}`);
});
