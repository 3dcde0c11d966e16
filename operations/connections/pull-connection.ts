import { replaceDays } from '../../db/ad-metrics/ad-metrics';
import type { Database } from '../../db/connection/pool';
import {
  type AdConnection,
  findConnection,
  keepCredentials,
  lockConnection,
  recordPull,
} from '../../db/connections/connections';
import { queueMemberNotice } from '../../db/notices/member-notices';
import type { Credentials } from '../../domain/connections/credentials';
import { nonceLength, openCredentials, sealCredentials } from '../../domain/connections/credentials-box';
import { PullError, withoutSecrets } from '../../domain/connections/pull-failure';
import { pullDays } from '../../domain/connections/pull-window';
import type { ConnectedType } from '../../domain/connections/schemas';
import { AttemptDelayed } from '../../domain/attempt-delayed';
import type { Context, SealingContext } from '../ports';

export type PullContext = Pick<Context, 'database' | 'adPlatforms' | 'clock' | 'signal'> & SealingContext;

export interface PullRequest {
  workspaceId: string;
  connectionId: string;
  /** Identifies the run. Retries have the same value. */
  occurrence: string;
  /** Whether a person requested the pull. If so, members are notified when it is done. */
  isRequested: boolean;
}

/**
 * What an attempt did. `gone`: the connection does not exist. `refused`: a retry cannot help. `failed`: the error says
 * whether and when to retry.
 */
export type PullResult =
  | { outcome: 'gone' }
  | { outcome: 'pulled' | 'refused'; platform: ConnectedType; rows: number }
  | { outcome: 'failed'; platform: ConnectedType; error: unknown };

/**
 * Pulls the figures of a connection, and replaces the previous ones in one transaction. Safe to repeat. Only the
 * connection records why a pull failed.
 * @returns the error of a failed attempt, instead of throwing it: an AttemptDelayed if a later attempt may succeed
 */
export async function pullConnection(context: PullContext, request: PullRequest): Promise<PullResult> {
  const connection = await findConnection(context.database, request.workspaceId, request.connectionId);
  if (connection === null) return { outcome: 'gone' };
  const { connectorType: platform } = connection;
  try {
    return { platform, ...(await pull(context, connection, request)) };
  } catch (error) {
    return { outcome: 'failed', platform, error };
  }
}

type Settled = { outcome: 'pulled' | 'refused'; rows: number };

async function pull(context: PullContext, connection: AdConnection, request: PullRequest): Promise<Settled> {
  const { adPlatforms, clock, signal } = context;
  let credentials: Credentials = {};
  try {
    credentials = decryptCredentials(context, connection);
    const days = pullDays(connection.lastSyncedAt, clock.now());
    const found = await adPlatforms.pull({ ...connection, credentials }, days, {
      signal,
      async keep(renewed) {
        credentials = renewed;
        await storeCredentials(context, connection, renewed);
      },
    });
    await inUnchanged(context, connection, async (transaction, current) => {
      await replaceDays(transaction, current, days, found);
      await recordPull(transaction, current, { rows: found.length, at: clock.now() });
      await queueSuccessNotices(transaction, current, request, found.length);
    });
    return { outcome: 'pulled', rows: found.length };
  } catch (error) {
    if (!(error instanceof PullError)) throw error;
    return settleFailure(context, connection, request, {
      ...error.failure,
      message: withoutSecrets(error.failure.message, credentials),
    });
  }
}

const ownerOf = ({ workspaceId, id }: AdConnection) => ({ workspaceId, connectionId: id });

/** Decrypts the credentials of a connection. @throws PullError if the keys of this process do not decrypt them */
function decryptCredentials({ settings }: PullContext, connection: AdConnection): Credentials {
  const text = openCredentials(settings.credentialsKeys, ownerOf(connection), connection.credentials);
  if (text !== null) return JSON.parse(text) as Credentials;
  throw new PullError({
    kind: 'refused',
    message:
      'The credentials cannot be decrypted because CREDENTIALS_KEYS lacks their key. Add the key or enter the ' +
      'credentials again.',
  });
}

/** Stores credentials with a new token. @throws AttemptDelayed if the connection was changed or deleted since it was read */
async function storeCredentials(
  { database, settings, random }: PullContext,
  connection: AdConnection,
  renewed: Credentials,
): Promise<void> {
  const text = JSON.stringify(renewed);
  const sealed = sealCredentials(settings.credentialsKeys, ownerOf(connection), text, random.bytes(nonceLength));
  if (!(await keepCredentials(database, connection, sealed))) throw connectionChanged();
}

/** The next attempt reads the changed connection. */
const connectionChanged = () =>
  new AttemptDelayed('ConnectionChanged', 'The connection was changed or deleted during the import.', 1_000);

/**
 * Writes in one transaction, with the connection locked.
 * @throws AttemptDelayed if it was changed or deleted since it was read
 */
const inUnchanged = (
  { database }: Pick<Context, 'database'>,
  { workspaceId, id, revision }: AdConnection,
  write: (transaction: Database, current: AdConnection) => Promise<void>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    const current = await lockConnection(transaction, workspaceId, id);
    if (current?.revision !== revision) throw connectionChanged();
    await write(transaction, current);
  });

/** Notifies members of a first pull, and of one that a person requested. */
async function queueSuccessNotices(
  transaction: Database,
  { workspaceId, connectorType, id, status }: AdConnection,
  { occurrence, isRequested }: PullRequest,
  rowCount: number,
): Promise<void> {
  if (status === 'pending') {
    const notice = { template: 'integration-connected', connectorType, occurrence: id } as const;
    await queueMemberNotice(transaction, workspaceId, notice);
  }
  if (isRequested) {
    const notice = { template: 'integration-sync-complete', connectorType, occurrence, rowCount } as const;
    await queueMemberNotice(transaction, workspaceId, notice);
  }
}

/**
 * Records why an attempt failed.
 * @throws AttemptDelayed if a later attempt may succeed, or the connection has changed
 */
async function settleFailure(
  context: PullContext,
  connection: AdConnection,
  { occurrence }: PullRequest,
  { kind, message, retryAfterMs }: PullError['failure'],
): Promise<Settled> {
  const isFinal = kind !== 'later';
  await inUnchanged(context, connection, (transaction, current) =>
    isFinal
      ? endPull(transaction, current, message, occurrence)
      : recordPull(transaction, current, { error: message, isFinal }),
  );
  if (isFinal) return { outcome: 'refused', rows: 0 };
  throw new AttemptDelayed(
    'PullFailed',
    'The platform returned no data. See the error of the connection.',
    retryAfterMs === undefined ? undefined : Math.max(1_000, retryAfterMs),
  );
}

/** Ends a pull that has no attempts left, unless its connection was deleted. */
export function giveUpPull(
  { database }: Pick<Context, 'database'>,
  { workspaceId, connectionId, occurrence }: Omit<PullRequest, 'isRequested'>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, connectionId);
    if (connection === null) return;
    await endPull(transaction, connection, connection.lastError ?? 'The pull did not finish in time.', occurrence);
  });
}

/** Records that the pull of a locked connection has failed. Notifies members of the first failure after a success. */
async function endPull(
  transaction: Database,
  connection: AdConnection,
  error: string,
  occurrence: string,
): Promise<void> {
  const { workspaceId, connectorType, status } = connection;
  await recordPull(transaction, connection, { error, isFinal: true });
  if (status === 'error') return;
  const template = 'integration-sync-failed';
  await queueMemberNotice(transaction, workspaceId, { template, connectorType, occurrence });
}
