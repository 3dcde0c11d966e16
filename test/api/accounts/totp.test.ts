import { generateSync } from 'otplib';
import { removeTotp } from '../../../operations/accounts/totp';
import { formatInvitationToken } from '../../../domain/accounts/invitation-token';
import { insertPasswordReset } from '../../../db/accounts/password-resets';
import { formatPasswordResetToken } from '../../../domain/accounts/password-reset-token';
import { readCredentialsKeys, type CredentialsKey } from '../../../domain/connections/credentials-box';
import { rotateCredentials } from '../../../operations/connections/rotate-credentials';
import { systemRandom } from '../../../context/create-context';
import { apiClient } from '../../support/api-client';
import { callFrom } from '../../support/call-from';
import { addMember, setting, type TestMember } from '../../support/members';
import { waitFor } from '../../support/wait-for';
import { addWorkspace } from '../../support/workspaces';
import { useWorld } from '../../support/world';

/** Two-step verification: enrolment, the second step of sign-ins, recovery codes, and the ways around it. */

const world = useWorld({ temporal: false });

const totpPath = '/api/account/totp';
const stepMs = 30_000;

beforeEach(async () => {
  await world.database('rate_limits').delete();
  // No test starts so late in a step that the codes it computes belong to the step before.
  await waitFor(() => Date.now() % stepMs < stepMs - 5_000, { what: 'the next time step' });
});

/** The code of the app, some steps from now. */
const codeOf = (secret: string, stepsFromNow = 0): string =>
  generateSync({ secret, epoch: Math.floor((Date.now() + stepsFromNow * stepMs) / 1_000) });

const account = ({ cookie }: Pick<TestMember, 'cookie'>, method: string, body?: object, path = totpPath) =>
  world.api.raw(path, {
    method,
    headers: { cookie, origin: world.apiUrl, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const signInWith = ({ email, password }: TestMember, totp?: string) =>
  world.api.post('/api/session', { email, password, ...(totp !== undefined && { totp }) });

/** Turns two-step verification on with the code of the previous step, so that the current code is unused. */
async function enrol(member: TestMember): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await account(member, 'POST', {})).body as { secret: string };
  const confirmed = await account(member, 'POST', { code: codeOf(secret, -1) });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

const actsOf = async ({ id }: TestMember): Promise<string[]> =>
  world.database('audit_entries').whereRaw(`metadata ->> 'memberId' = ?`, [id]).orderBy('id').pluck('action');

test('a code confirms the set-up, and then the password alone does not sign in', async () => {
  const member = await addMember(world, 'admin');
  const started = await account(member, 'POST', {});
  expect(started.headers.get('cache-control')).toBe('no-store');
  const { secret, otpauthUri } = started.body;
  const uri = new URL(otpauthUri);
  expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'Apex',
  ]);
  expect(decodeURIComponent(uri.pathname)).toContain(member.email);
  // Not confirmed: nothing changes, and a wrong code does not confirm.
  expect((await signInWith(member)).status).toBe(200);
  expect((await account(member, 'POST', { code: '000000' })).status).toBe(400);
  expect((await account(member, 'GET')).body).toEqual({ enabled: false, confirmedAt: null, recoveryCodesLeft: 0 });
  const confirmed = await account(member, 'POST', { code: codeOf(secret, -1) });
  expect(confirmed.headers.get('cache-control')).toBe('no-store');
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
  expect((await account(member, 'POST', {})).status).toBe(409);
  expect((await account(member, 'GET')).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });

  const withoutCode = await signInWith(member);
  expect([withoutCode.status, withoutCode.body.code]).toEqual([401, 'TOTP_REQUIRED']);
  expect(withoutCode.headers.getSetCookie()).toEqual([]);
  // Whether the account has a second step is not revealed without the password.
  const wrongPassword = await signInWith({ ...member, password: 'a wrong password' }, codeOf(secret));
  expect([wrongPassword.status, wrongPassword.body.code]).toEqual([401, 'UNAUTHORIZED']);
  const code = codeOf(secret);
  expect((await signInWith(member, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect(await actsOf(member)).toContain('member.totp_enabled');
});

test('a code works once, also in parallel, and earlier codes are refused after a later one', async () => {
  const member = await addMember(world, 'member');
  const { secret } = await enrol(member);
  // The code that confirmed the set-up is used.
  expect((await signInWith(member, codeOf(secret, -1))).status).toBe(401);
  const statuses = await Promise.all(Array.from({ length: 4 }, () => signInWith(member, codeOf(secret))));
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  expect((await signInWith(member, codeOf(secret, 1))).status).toBe(200);
  for (const steps of [-1, 0, 1, 3]) expect((await signInWith(member, codeOf(secret, steps))).status).toBe(401);
});

test('a recovery code works once, and is stored as a hash; the secret is stored encrypted', async () => {
  const member = await addMember(world, 'member');
  const { secret, recoveryCodes } = await enrol(member);
  const [first = '', second = ''] = recoveryCodes;
  expect((await signInWith(member, first)).status).toBe(200);
  expect((await signInWith(member, first)).status).toBe(401);
  expect((await signInWith(member, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await account(member, 'GET')).body.recoveryCodesLeft).toBe(8);
  const [row] = await world.database('user_totp').where({ user_id: member.id });
  expect(row.secret.toString('latin1')).not.toContain(secret);
  const hashes = await world.database('recovery_codes').where({ user_id: member.id });
  expect(hashes).toHaveLength(10);
  expect(hashes.every(({ code_hash: hash }) => hash.length === 32)).toBe(true);
});

test('twenty wrong codes block the codes of an account from every network, and sign-ins do not reset the count', async () => {
  const member = await addMember(world, 'member');
  const { secret } = await enrol(member);
  const { email, password } = member;
  const attempt = async (from: string, totp?: string): Promise<number> =>
    (await callFrom(from, `${world.apiUrl}/api/session`, { method: 'POST', body: { email, password, totp } })).status;
  // From one network, ten attempts, whether with a wrong code or none.
  for (let tried = 0; tried < 5; tried += 1) {
    expect(await attempt('127.0.0.40')).toBe(401);
    expect(await attempt('127.0.0.40', '000000')).toBe(401);
  }
  expect(await attempt('127.0.0.40', codeOf(secret))).toBe(429);
  for (let tried = 0; tried < 15; tried += 1) {
    expect(await attempt(`127.0.0.${41 + (tried % 3)}`, '000000')).toBe(401);
  }
  expect(await attempt('127.0.0.50', codeOf(secret))).toBe(429);
});

test('turning off needs the password or a code', async () => {
  const member = await addMember(world, 'member');
  const { secret } = await enrol(member);
  for (const body of [{}, { password: member.password, code: '000000' }]) {
    expect((await account(member, 'DELETE', body)).status).toBe(400);
  }
  for (const body of [{ password: 'a wrong password' }, { code: '000000' }]) {
    expect((await account(member, 'DELETE', body)).status).toBe(401);
  }
  expect((await account(member, 'DELETE', { code: codeOf(secret) })).status).toBe(200);
  expect((await signInWith(member)).status).toBe(200);
  // Again with the password, and safe to repeat.
  await enrol(member);
  const statuses = [1, 2].map(async () => (await account(member, 'DELETE', { password: member.password })).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);
  expect((await actsOf(member)).filter((action) => action === 'member.totp_disabled')).toHaveLength(2);
});

test('password resets and invitations do not avoid the second step; the operator’s command removes it', async () => {
  const member = await addMember(world, 'member');
  const { secret } = await enrol(member);
  const user = { id: member.id, sessionEpoch: 0 };
  const resetId = await insertPasswordReset(world.database, user, new Date(Date.now() + 60_000));
  const token = formatPasswordResetToken(setting(world, 'LINK_SECRET'), resetId);
  const password = 'a different long password';
  const reset = await world.api.post(`/api/password-reset/${token}`, { password });
  expect([reset.status, reset.headers.getSetCookie()]).toEqual([200, []]);
  const changed = { ...member, password };
  expect((await signInWith(changed)).body.code).toBe('TOTP_REQUIRED');

  // A caller who knows the password invites the person to another workspace.
  const { demo } = await addWorkspace(world);
  const inviting = apiClient(world.apiUrl, demo.userKey);
  const { id: invitationId } = (await inviting.post('/api/members', { email: member.email, role: 'member' })).body;
  const invitation = formatInvitationToken(setting(world, 'LINK_SECRET'), {
    workspaceId: demo.workspaceId,
    invitationId,
  });
  const accept = (totp?: string) =>
    world.api.post('/api/members/accept', { token: invitation, password, ...(totp !== undefined && { totp }) });
  const refused = await accept();
  expect([refused.status, refused.body.code, refused.headers.getSetCookie()]).toEqual([401, 'TOTP_REQUIRED', []]);
  expect((await accept(codeOf(secret))).status).toBe(200);

  expect(await removeTotp(world, member.email)).toBe(true);
  expect(await removeTotp(world, member.email)).toBe(false);
  expect((await signInWith(changed)).status).toBe(200);
});

test('CREDENTIALS_KEYS can be rotated, and a missing key leaves the recovery codes', async () => {
  const member = await addMember(world, 'member');
  const { secret, recoveryCodes } = await enrol(member);
  const [current] = readCredentialsKeys(setting(world, 'CREDENTIALS_KEYS'));
  const next = { id: 'next', key: systemRandom.bytes(32) };
  const rotate = (credentialsKeys: CredentialsKey[]) =>
    rotateCredentials({ ...world, random: systemRandom, settings: { credentialsKeys } });
  await rotate([next, current!]);
  // The API has only the previous key.
  expect((await signInWith(member, codeOf(secret))).status).toBe(503);
  expect((await signInWith(member, recoveryCodes[0])).status).toBe(200);
  await rotate([current!, next]);
  expect((await signInWith(member, codeOf(secret))).status).toBe(200);
});
