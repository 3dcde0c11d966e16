import { systemClock } from '../../../context/create-context';
import { findUser } from '../../../db/accounts/accounts';
import { insertPasswordReset } from '../../../db/accounts/password-resets';
import { formatInvitationToken } from '../../../domain/accounts/invitation-token';
import { formatPasswordResetToken } from '../../../domain/accounts/password-reset-token';
import { acceptInvitation } from '../../../operations/accounts/accept-invitation';
import { changePassword, resetPassword } from '../../../operations/accounts/passwords';
import type { Context } from '../../../operations/ports';
import { uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

/**
 * Hashing a password takes a tenth of a second. Decisions made before it must still be valid when the result is
 * written.
 */

const world = useWorld({ temporal: false });

const address = () => `${uniqueName('person')}@example.com`;

/** A context whose hashes take as long as `hash` does. */
function contextWith(hash: (password: string) => Promise<string>) {
  const unlimited = () => Promise.resolve();
  const signIns = {
    countSignIn: unlimited,
    forgiveSignIn: unlimited,
    clearSignIns: unlimited,
    countPasswordReset: () => Promise.resolve(true),
    countResetUse: unlimited,
    countLinkUse: unlimited,
    countProviderUse: unlimited,
    excuseNetwork: unlimited,
    countSecondStep: unlimited,
    forgiveSecondStep: unlimited,
  };
  const passwords = { hash, matches: () => Promise.resolve(true) };
  const settings = { publicUrl: '', linkSecret, credentialsKeys: [] };
  return { database: world.database, clock: systemClock, signIns, passwords, settings } satisfies Partial<Context>;
}

const linkSecret = 'link-secret';
const caller = '127.0.0.1';
const hashAs = (passwordHash: string) => contextWith(() => Promise.resolve(passwordHash));
const resetWith = (context: ReturnType<typeof contextWith>, resetId: string) =>
  resetPassword(context, {
    token: formatPasswordResetToken(linkSecret, resetId),
    password: 'any',
    address: caller,
  });

async function invited() {
  const email = address();
  const { id } = (await world.ownerApi.post('/api/members', { email, role: 'admin' })).body as { id: string };
  const { workspaceId } = world.demo;
  return { email, id, token: formatInvitationToken(linkSecret, { workspaceId, invitationId: id }) };
}

async function account() {
  const { email, token } = await invited();
  const { user } = await acceptInvitation(
    hashAs('first hash'),
    { token, password: 'any' },
    { address: caller, userAgent: '' },
  );
  return { email, user: { ...user, sessionEpoch: 0 } };
}

const hashOf = async (email: string) => (await findUser(world.database, { email }))?.passwordHash;

test('if a role changes while the invitation is accepted, the new role counts', async () => {
  const { id, token } = await invited();
  const context = contextWith(async () => {
    expect((await world.api.patch(`/api/members/${id}`, { role: 'member' })).status).toBe(200);
    return 'hash';
  });
  const { user } = await acceptInvitation(context, { token, password: 'any' }, { address: caller, userAgent: '' });
  const row = await world.database('members').where({ user_id: user.id }).first('role');
  expect(row.role).toBe('member');
});

test('accepting an invitation and changing its role at the same time do not deadlock', async () => {
  const { id, token } = await invited();
  const outcomes = await Promise.all([
    acceptInvitation(hashAs('hash'), { token, password: 'any' }, { address: caller, userAgent: '' }),
    ...[1, 2, 3].map(() => world.api.patch(`/api/members/${id}`, { role: 'member' })),
  ]);
  for (const outcome of outcomes.slice(1)) expect([200, 404]).toContain((outcome as { status: number }).status);
});

test('a password reset is not overwritten by a password change that started earlier', async () => {
  const { email, user } = await account();
  const resetId = await insertPasswordReset(world.database, user, new Date(Date.now() + 60_000));
  const change = { currentPassword: 'any', newPassword: 'other', address: caller, userAgent: '' };
  const changed = changePassword(
    contextWith(async () => {
      await resetWith(hashAs('reset hash'), resetId);
      return 'other hash';
    }),
    { userId: user.id, workspaceId: world.demo.workspaceId },
    change,
  );
  await expect(changed).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
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
      resetWith(
        contextWith(async () => {
          hashing += 1;
          if (hashing === 2) both();
          await bothHash;
          return `hash of ${link}`;
        }),
        link,
      ),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const used = links[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  expect(await hashOf(email)).toBe(`hash of ${used}`);
});
