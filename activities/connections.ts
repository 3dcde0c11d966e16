import { randomBytes } from 'node:crypto';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { findConnection, keepCredentials, listAllConnections, type AdConnection } from '../db/connections/connections';
import type { Credentials } from '../domain/connections/credentials';
import { openCredentials, sealCredentials, type CredentialsKey } from '../domain/connections/credentials-box';
import { PullError, withoutSecrets, type PullFailure } from '../domain/connections/pull-failure';
import { pullDays, type PullDays } from '../domain/connections/pull-window';
import type { CampaignDay } from '../domain/metrics/figures';
import { giveUpPull, recordPull, recordPullFailure } from '../operations/connections/pulls';
import type { SyncSchedulesResult } from '../workflows/contract/maintenance';
import type { SyncConnectionInput, SyncConnectionResult } from '../workflows/contract/sync-connection';
import type { PlatformVersions } from './ad-platforms/platform';
import { platformOf, pullAccount } from './ad-platforms/pull-account';
import { connectorPulls } from '../telemetry/counters';
import { withHeartbeat } from './heartbeat';

/** The schedules of connections, in Temporal. */
export interface ConnectionSchedules {
  /** Makes the schedule of a connection that is there, removes that of one that is not. @returns whether it differed */
  sync(connectionId: string): Promise<boolean>;
  /** Connections that have a schedule. */
  list(): Promise<string[]>;
}

export interface ConnectionDependencies {
  database: Database;
  /** Hosts that may be called although private or plain http. */
  webhookAllowHosts: readonly string[];
  /** The first encrypts, all decrypt. */
  credentialsKeys: readonly CredentialsKey[];
  platformVersions: PlatformVersions;
  connectionSchedules: ConnectionSchedules;
}

const pageSize = 500;

/** Activities that pull what advertising cost. */
export function createConnectionActivities(dependencies: ConnectionDependencies) {
  const { database, connectionSchedules } = dependencies;
  return {
    /**
     * Pulls a connection's figures and puts them in place of those from before, in one transaction. Repeated, it does the same.
     * @throws a retryable failure, which says when, as long as a repeat may help. Why is in the connection alone
     */
    async pullConnection(input: SyncConnectionInput): Promise<SyncConnectionResult> {
      const connection = await findConnection(database, input.workspaceId, input.connectionId);
      if (connection === null) return { outcome: 'gone', rows: 0 };
      return withHeartbeat(() => pullCounted({ ...dependencies, connection, input }));
    },

    /** Records that the tries of a pull are over. */
    async giveUpPull({ workspaceId, connectionId: id }: SyncConnectionInput): Promise<void> {
      await giveUpPull({ database }, { workspaceId, id }, occurrenceOf(id));
    },

    /** Compares the schedules of all connections with the connections, and mends what differs. */
    async syncConnectionSchedules(): Promise<SyncSchedulesResult> {
      return withHeartbeat(async () => {
        const scheduled = new Set(await connectionSchedules.list());
        const result = { checked: 0, mended: 0 };
        const sync = async (id: string): Promise<void> => {
          Context.current().cancellationSignal.throwIfAborted();
          result.checked += 1;
          if (await connectionSchedules.sync(id)) result.mended += 1;
        };
        for (let last = '', isMore = true; isMore;) {
          const page = await listAllConnections(database, last, pageSize);
          for (const { id } of page) {
            scheduled.delete(id);
            await sync(id);
          }
          last = page.at(-1)?.id ?? last;
          isMore = page.length === pageSize;
        }
        // Those of connections that are gone.
        for (const id of scheduled) await sync(id);
        return result;
      });
    },
  };
}

interface Pull extends ConnectionDependencies {
  connection: AdConnection;
  input: SyncConnectionInput;
}

async function pullCounted(attempt: Pull): Promise<SyncConnectionResult> {
  const { connectorType: platform } = attempt.connection;
  try {
    const pulled = await pull(attempt);
    connectorPulls.inc({ platform, result: pulled.outcome });
    return pulled;
  } catch (error) {
    connectorPulls.inc({ platform, result: 'failed' });
    throw error;
  }
}

async function pull(attempt: Pull): Promise<SyncConnectionResult> {
  const { connection, webhookAllowHosts: allowHosts } = attempt;
  let credentials: Credentials = {};
  try {
    credentials = open(attempt);
    const platform = platformOf(connection.connectorType, attempt.platformVersions);
    const days = pullDays(connection.lastSyncedAt, new Date());
    const found = await pullAccount(platform, { ...connection, credentials }, days, {
      egress: { allowHosts, signal: Context.current().cancellationSignal },
      keep: async (renewed) => {
        credentials = renewed;
        await keep(attempt, renewed);
      },
    });
    return await store(attempt, days, found);
  } catch (error) {
    if (!(error instanceof PullError)) throw error;
    return settleFailure(attempt, error.failure, withoutSecrets(error.failure.message, credentials));
  }
}

const ownerOf = ({ workspaceId, id }: AdConnection) => ({ workspaceId, connectionId: id });

/** @throws PullError when the keys of this process do not open them */
function open({ connection, credentialsKeys }: Pull): Credentials {
  const text = openCredentials(credentialsKeys, ownerOf(connection), connection.credentials);
  if (text !== null) return JSON.parse(text) as Credentials;
  throw new PullError({
    kind: 'refused',
    message:
      'The credentials cannot be decrypted because CREDENTIALS_KEYS lacks their key. Add the key or enter the ' +
      'credentials again.',
  });
}

async function keep({ database, connection, credentialsKeys }: Pull, renewed: Credentials): Promise<void> {
  const owner = ownerOf(connection);
  const sealed = sealCredentials(credentialsKeys, owner, JSON.stringify(renewed), randomBytes(12));
  if (!(await keepCredentials(database, connection, sealed))) throw changedMeanwhile();
}

/** The next try reads what it was changed to. */
const changedMeanwhile = () =>
  ApplicationFailure.create({
    message: 'The connection was changed or deleted during the import.',
    type: 'ConnectionChanged',
    nextRetryDelay: '1s',
  });

async function store(
  { database, connection, input }: Pull,
  days: PullDays,
  found: readonly CampaignDay[],
): Promise<SyncConnectionResult> {
  // The daily pull sends no notice.
  const requested = input.byHand === true ? { occurrence: occurrenceOf(connection.id) } : null;
  const isRecorded = await recordPull({ database }, connection, { days, found, at: new Date(), requested });
  if (!isRecorded) throw changedMeanwhile();
  return { outcome: 'pulled', rows: found.length };
}

/** Of one run, however often it tries. */
const occurrenceOf = (connectionId: string): string =>
  `${connectionId}:${Context.current().info.workflowExecution?.runId ?? ''}`;

/** @throws a retryable failure when a repeat may help */
async function settleFailure(
  { database, connection }: Pull,
  { kind, retryAfterMs }: PullFailure,
  message: string,
): Promise<SyncConnectionResult> {
  const failure = { error: message, isFinal: kind !== 'later', occurrence: occurrenceOf(connection.id) };
  if (!(await recordPullFailure({ database }, connection, failure))) throw changedMeanwhile();
  if (kind !== 'later') return { outcome: 'refused', rows: 0 };
  throw ApplicationFailure.create({
    message: 'The platform returned no data. See the error of the connection.',
    type: 'PullFailed',
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: Math.max(1_000, retryAfterMs) }),
  });
}
