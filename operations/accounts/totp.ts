import { findUser, listWorkspaceIds, type User } from '../../db/accounts/accounts';
import { confirmTotp, countRecoveryCodes, deleteTotp, findTotp, putTotp } from '../../db/accounts/totp';
import type { Database } from '../../db/connection/pool';
import {
  enrolmentMinutes,
  findTotpStep,
  formatRecoveryCode,
  formatTotpSecret,
  hashRecoveryCode,
  plainCode,
  recoveryCodeBytes,
  recoveryCodeCount,
  totpSecretBytes,
  totpUri,
} from '../../domain/accounts/totp';
import { nonceLength, openCredentials, sealCredentials } from '../../domain/connections/credentials-box';
import { AppError, conflict, invalid, unauthorized } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context, SealingContext } from '../ports';
import { isGenuineCode, unreadableSecret, type SecondStepContext } from './second-step';

/** The state of a person's two-step verification. */
export interface TotpState {
  enabled: boolean;
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
}

export async function readTotp({ database }: Pick<Context, 'database'>, userId: string): Promise<TotpState> {
  const totp = await findTotp(database, userId);
  if (totp === null || totp.confirmedAt === null) return { enabled: false, confirmedAt: null, recoveryCodesLeft: 0 };
  const recoveryCodesLeft = await countRecoveryCodes(database, userId);
  return { enabled: true, confirmedAt: totp.confirmedAt, recoveryCodesLeft };
}

/**
 * Starts an enrolment with a new secret, which replaces one that is not confirmed. Sign-ins do not change yet.
 * @throws AppError CONFLICT if two-step verification is on, SERVICE_UNAVAILABLE without CREDENTIALS_KEYS
 */
export async function startTotp(
  { database, random, clock, settings }: Pick<Context, 'database' | 'clock'> & SealingContext,
  userId: string,
): Promise<{ secret: string; otpauthUri: string }> {
  if (settings.credentialsKeys.length === 0) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'This installation cannot store secrets. The operator must set CREDENTIALS_KEYS.',
    );
  }
  const user = await findPerson(database, userId);
  const secret = formatTotpSecret(random.bytes(totpSecretBytes));
  const nonce = random.bytes(nonceLength);
  const sealed = sealCredentials(settings.credentialsKeys, { totpUserId: userId }, secret, nonce);
  if (!(await putTotp(database, userId, sealed, clock.now()))) throw alreadyOn();
  return { secret, otpauthUri: totpUri(user.email, secret) };
}

/**
 * Confirms an enrolment with a code of the app. Sign-ins need a code from then on.
 * @returns the recovery codes, which are stored nowhere
 * @throws AppError VALIDATION_ERROR for a wrong code, or if no enrolment was started within 15 minutes; CONFLICT if
 * two-step verification is on; RATE_LIMITED
 */
export async function confirmEnrolment(
  { database, random, clock, signIns, settings }: SecondStepContext & Pick<Context, 'random'>,
  userId: string,
  code: string,
): Promise<string[]> {
  const totp = await findTotp(database, userId);
  if (totp !== null && totp.confirmedAt !== null) throw alreadyOn();
  const startedAfter = clock.now().getTime() - enrolmentMinutes * 60_000;
  if (totp === null || totp.createdAt.getTime() < startedAfter) {
    throw invalid('Start the set-up first: send the request without `code`, and confirm within 15 minutes.');
  }
  await signIns.countSecondStep(userId);
  const secret = openCredentials(settings.credentialsKeys, { totpUserId: userId }, totp.sealed);
  if (secret === null) throw unreadableSecret();
  const step = findTotpStep(secret, plainCode(code), clock.now());
  if (step === null) throw wrongCode();
  await signIns.forgiveSecondStep(userId);
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(random.bytes(recoveryCodeBytes)));
  const hashes = codes.flatMap((text) => hashRecoveryCode(text) ?? []);
  await database.transaction(async (transaction) => {
    if (!(await confirmTotp(transaction, userId, { createdAt: totp.createdAt, step }, hashes))) throw alreadyOn();
    await recordForPerson(transaction, userId, 'member.totp_enabled');
  });
  return codes;
}

/** A person's proof that they may turn two-step verification off. */
export interface TotpProof {
  password?: string | undefined;
  code?: string | undefined;
  /** Network address of the caller. */
  address: string;
}

/**
 * Turns two-step verification off. Safe to repeat: without it, only the proof is checked.
 * @throws AppError UNAUTHORIZED for a wrong password or code; RATE_LIMITED
 */
export async function disableTotp(
  context: SecondStepContext & Pick<Context, 'passwords'>,
  userId: string,
  proof: TotpProof,
): Promise<void> {
  const { database } = context;
  const user = await findPerson(database, userId);
  await checkProof(context, user, proof);
  await database.transaction(async (transaction) => {
    if (await deleteTotp(transaction, userId)) await recordForPerson(transaction, userId, 'member.totp_disabled');
  });
}

async function checkProof(
  context: SecondStepContext & Pick<Context, 'passwords'>,
  { id, email, passwordHash }: User,
  { password, code, address }: TotpProof,
): Promise<void> {
  const { passwords, signIns } = context;
  await signIns.countSignIn({ email, address });
  if (password !== undefined) {
    if (!(await passwords.matches(password, passwordHash))) throw unauthorized('The password is wrong.');
  } else if (code === undefined || !(await isGenuineCode(context, id, code))) {
    throw unauthorized('The code is wrong, has expired, or was already used. Enter the current code.');
  }
  await signIns.forgiveSignIn({ email, address });
}

/**
 * Removes two-step verification from a person who cannot sign in, for the operator of the installation.
 * @returns whether it was on
 * @throws AppError NOT_FOUND for an address without an account
 */
export async function removeTotp({ database }: Pick<Context, 'database'>, email: string): Promise<boolean> {
  const user = await findUser(database, { email });
  if (user === null) throw new AppError('NOT_FOUND', `No account has the email ${email}.`);
  return database.transaction(async (transaction) => {
    const wasOn = await deleteTotp(transaction, user.id);
    if (wasOn) await recordForPerson(transaction, user.id, 'member.totp_removed', 'system');
    return wasOn;
  });
}

/** Records a change in the audit logs of all workspaces of the person. */
async function recordForPerson(
  transaction: Database,
  memberId: string,
  action: 'member.totp_enabled' | 'member.totp_disabled' | 'member.totp_removed',
  by = memberId,
): Promise<void> {
  for (const workspaceId of await listWorkspaceIds(transaction, memberId)) {
    await recordAct(transaction, { workspaceId, id: by }, action, { metadata: { memberId } });
  }
}

async function findPerson(database: Database, userId: string): Promise<User> {
  const user = await findUser(database, { id: userId });
  if (user === null) throw unauthorized('The account no longer exists.');
  return user;
}

const alreadyOn = (): AppError => conflict('Two-step verification is already on. Turn it off first to use a new app.');

const wrongCode = (): AppError =>
  invalid('The code is wrong. Enter the current code of the app.', [
    { path: 'code', message: 'is not the current code of the app' },
  ]);
