import { findTotp, useRecoveryCode, useTotpStep } from '../../db/accounts/totp';
import { findTotpStep, hashRecoveryCode, plainCode } from '../../domain/accounts/totp';
import { openCredentials } from '../../domain/connections/credentials-box';
import { AppError, unauthorized } from '../../domain/errors';
import type { Context, Settings, SignInAttempt } from '../ports';

/** Everything that checks a second step. */
export type SecondStepContext = Pick<Context, 'database' | 'signIns' | 'clock'> & {
  settings: Pick<Settings, 'credentialsKeys'>;
};

/**
 * Checks the second step of a sign-in, if the person has turned it on. Uses the code: it is refused from then on.
 * @param person.attempt the sign-in, which is counted already
 * @param code of an authenticator app, or a recovery code
 * @throws AppError TOTP_REQUIRED without a code; UNAUTHORIZED for a wrong or used code; RATE_LIMITED after too many wrong
 * codes for the account; SERVICE_UNAVAILABLE if no key decrypts the secret
 */
export async function checkSecondStep(
  context: SecondStepContext,
  { userId, attempt }: { userId: string; attempt: SignInAttempt },
  code: string | undefined,
): Promise<void> {
  const totp = await findTotp(context.database, userId);
  if (totp === null || totp.confirmedAt === null) return;
  if (code === undefined) {
    // Still counted for the account: otherwise, sign-ins without a code would reset the count of wrong codes.
    await context.signIns.excuseNetwork(attempt);
    throw new AppError(
      'TOTP_REQUIRED',
      'Enter a code from your authenticator app, or a recovery code. Send it as `totp`.',
    );
  }
  if (!(await isGenuineCode(context, userId, code))) {
    throw unauthorized('The code is wrong, has expired, or was already used. Enter the current code.');
  }
}

/**
 * Checks and uses a code of a person who has turned two-step verification on.
 * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE as {@link checkSecondStep}
 */
export async function isGenuineCode(context: SecondStepContext, userId: string, code: string): Promise<boolean> {
  const { database, signIns } = context;
  await signIns.countSecondStep(userId);
  const recoveryHash = hashRecoveryCode(code);
  const isGenuine =
    recoveryHash === null
      ? await useAppCode(context, userId, code)
      : await useRecoveryCode(database, userId, recoveryHash);
  if (isGenuine) await signIns.forgiveSecondStep(userId);
  return isGenuine;
}

async function useAppCode(
  { database, clock, settings }: SecondStepContext,
  userId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(database, userId);
  if (totp === null) return false;
  const secret = openCredentials(settings.credentialsKeys, { totpUserId: userId }, totp.sealed);
  if (secret === null) throw unreadableSecret();
  const step = findTotpStep(secret, plainCode(code), clock.now());
  return step !== null && useTotpStep(database, userId, step);
}

/** CREDENTIALS_KEYS lacks a key that was used before. A recovery code still works. */
export const unreadableSecret = (): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Codes cannot be checked, because a key is missing in CREDENTIALS_KEYS. Use a recovery code, or contact the operator.',
  );
