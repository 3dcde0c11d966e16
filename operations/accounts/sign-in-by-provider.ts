import {
  findFirstWorkspaceId,
  findMember,
  findUser,
  insertMember,
  insertUser,
  lockMembership,
  type User,
} from '../../db/accounts/accounts';
import type { Session } from '../../db/accounts/sessions';
import { findTotp } from '../../db/accounts/totp';
import { isUniqueViolation } from '../../db/connection/errors';
import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Role } from '../../domain/accounts/permissions';
import { parseAddress } from '../../domain/email/address';
import { AppError, forbidden, unauthorized } from '../../domain/errors';
import { textLimits } from '../../domain/text-limits';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';
import { checkSecondStep, type SecondStepContext } from './second-step';
import { openSession, type Client } from './sessions';

/** A person after the identity provider has signed them in. */
export interface ProviderPerson {
  email: string | null;
  /** Whether the provider has verified the address. */
  isVerified: boolean;
  name: string | null;
  /** The role that the provider's claims give in the workspace of new members. */
  role: Role | null;
}

/** A sign-in that waits for a code. */
export interface AwaitedStep {
  userId: string;
  sessionEpoch: number;
  workspaceId: string;
}

export type ProviderSignIn = { kind: 'session'; session: Session } | { kind: 'second-step'; awaited: AwaitedStep };

/**
 * Signs in a person by their verified address. A person with a role for the workspace joins it, with a new account if there is
 * none; the role of an existing member stays. With two-step verification, the sign-in waits for a code.
 * @param workspaceId of new members; null if only existing members sign in
 * @throws AppError FORBIDDEN for an address that is not verified, or a person who is not a member and has no role
 */
export async function signInByProvider(
  context: Pick<Context, 'database' | 'clock'>,
  person: ProviderPerson,
  { workspaceId, userAgent }: Client & { workspaceId: string | null },
): Promise<ProviderSignIn> {
  const email = verifiedAddress(person);
  const joining = { email, name: person.name, role: person.role, workspaceId };
  const { user, chosen } = await joinOnce(context.database, joining);
  const totp = await findTotp(context.database, user.id);
  if (totp !== null && totp.confirmedAt !== null) {
    const { id: userId, sessionEpoch } = user;
    return { kind: 'second-step', awaited: { userId, sessionEpoch, workspaceId: chosen } };
  }
  return { kind: 'session', session: await openRecorded(context, user, { workspaceId: chosen, userAgent }) };
}

/**
 * Completes a sign-in that waits for a code.
 * @throws AppError UNAUTHORIZED if the password changed or the membership ended since; as {@link checkSecondStep}
 */
export async function finishProviderSignIn(
  context: SecondStepContext,
  { userId, sessionEpoch, workspaceId }: AwaitedStep,
  { totp, address, userAgent }: Client & { totp: string; address: string },
): Promise<Session> {
  const user = await findUser(context.database, { id: userId });
  if (user === null || user.sessionEpoch !== sessionEpoch) throw unauthorized('This sign-in has ended. Start again.');
  const attempt = { email: user.email, address };
  await context.signIns.countSignIn(attempt);
  await checkSecondStep(context, { userId, attempt }, totp);
  await context.signIns.forgiveSignIn(attempt);
  return openRecorded(context, user, { workspaceId, userAgent });
}

/** @returns the address in the form in which addresses are stored */
function verifiedAddress({ email, isVerified }: ProviderPerson): string {
  const parsed = parseAddress(email ?? '');
  if ('problem' in parsed) {
    throw forbidden(
      'Your identity provider sent no email address. Ask its administrator to share your address with Apex, or sign in ' +
        'with your password.',
    );
  }
  if (!isVerified) {
    throw forbidden(
      `Your identity provider has not verified the address ${parsed.address}. Verify it there and try again, or sign in ` +
        'with your password.',
    );
  }
  return parsed.address;
}

interface Joining {
  email: string;
  name: string | null;
  role: Role | null;
  workspaceId: string | null;
}

type Joined = { user: User; chosen: string };

/** Two first sign-ins at the same time create one account. */
async function joinOnce(database: Database, joining: Joining): Promise<Joined> {
  const join = () => database.transaction((transaction) => joinWorkspace(transaction, joining));
  try {
    return await join();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return join();
  }
}

/** @returns the person, and the workspace to sign in to: that of new members for its members, otherwise their first */
async function joinWorkspace(transaction: Database, { email, name, role, workspaceId }: Joining): Promise<Joined> {
  const account = await findUser(transaction, { email });
  const isMember = account !== null && workspaceId !== null && (await findMember(transaction, workspaceId, account.id));
  if (account !== null && workspaceId !== null && isMember) return { user: account, chosen: workspaceId };
  if (workspaceId !== null && role !== null) {
    if ((await findWorkspace(transaction, workspaceId)) === null) throw missingWorkspace();
    await lockMembership(transaction, workspaceId);
    const user = account ?? (await createAccount(transaction, email, name));
    await insertMember(transaction, { workspaceId, userId: user.id, role });
    const metadata = { role, by: 'identity provider' };
    await recordAct(transaction, { workspaceId, id: user.id }, 'member.joined', { metadata });
    return { user, chosen: workspaceId };
  }
  const chosen = account === null ? null : await findFirstWorkspaceId(transaction, account.id);
  if (account === null || chosen === null) throw noMember(email);
  return { user: account, chosen };
}

async function createAccount(transaction: Database, email: string, name: string | null): Promise<User> {
  const user = { id: newId('user'), email, name: name?.slice(0, textLimits.name) ?? null, passwordHash: null };
  await insertUser(transaction, user);
  return { ...user, sessionEpoch: 0 };
}

async function openRecorded(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  user: Pick<User, 'id' | 'sessionEpoch'>,
  place: Client & { workspaceId: string },
): Promise<Session> {
  return database.transaction(async (transaction) => {
    const session = await openSession({ database: transaction, clock }, user, place);
    const metadata = { memberId: user.id };
    const actor = { workspaceId: place.workspaceId, id: user.id };
    await recordAct(transaction, actor, 'member.signed_in_by_provider', { metadata });
    return session;
  });
}

const noMember = (email: string): AppError =>
  forbidden(
    `No workspace has a member with the address ${email}. Ask an admin of your workspace to invite this address, accept ` +
      'the invitation, and sign in again.',
  );

const missingWorkspace = (): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'The workspace of new members does not exist. The operator must correct OIDC_WORKSPACE.',
  );
