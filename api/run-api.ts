import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMailCheck } from '../mail/check-mail';
import { createMailer } from '../mail/create-mailer';
import { readCredentialsKeys } from '../domain/connections/credentials-box';
import { ActiveOwners } from '../domain/fair-share';
import { isLocalAddress } from '../domain/install/local-address';
import { connect } from '../db/connection/pool';
import { createIdentityProvider, type IdentityProvider } from './accounts/oidc/identity-provider';
import { loadSnippet } from './apex-js/snippet';
import { createApp } from './app';
import { createConsoleFiles } from './console/console-files';
import type { ApiSettings } from '../config';
import type { ServiceLogger } from '../logging';
import { createSnsCertificates } from './email/sns-certificates';
import { createSnsClient } from './email/sns-client';
import { newConnectionCounts } from './connection-counts';
import { createHttpServer, type ConnectionSettings } from './http-server';
import { createSessionUse } from '../operations/accounts/session-use';
import { createHitRecorder } from '../operations/email/hit-recorder';
import { createIngestion } from '../operations/events/take-events';
import { createKeyUse } from '../operations/keys/key-use';
import { createLiveEvents } from './events/live-events';
import { createActiveLists } from './experiments/active-lists';
import { createBackground } from './background';
import { createLimits, type LimitSettings } from './middleware/limits';
import { createReplica } from '../operations/analytics/report-replica';
import { createContext } from '../context/create-context';
import type { Context, Settings, Temporal } from '../operations/ports';
import { createSendStore } from '../operations/transactional/send-store';
import { createSenders } from '../operations/transactional/senders';
import type { HttpSettings } from './services';
import { Client } from '@temporalio/client';
import { dataConverterOf } from '../temporal/payload-codec';
import { createActions } from './act-on-workflow';
import { checkTimeoutMs, createTemporalCheck } from '../temporal/check';
import { openTemporalConnection } from '../temporal/client-connection';
import { poolOf } from '../telemetry/pool-gauges';
import { createThreads, type ThreadSettings } from '../threads/threads';
import { createWorkspaceLookup } from './workspaces/workspace-lookup';

export interface RunningApi {
  port: number;
  /** Ends when what goes on after its answer (opens, clicks, work in the background) is stored or lost. */
  settled(): Promise<void>;
  /** Takes no more requests, answers those under way, closes every connection. */
  stop(): Promise<void>;
}

const drainMs = 15_000;

/**
 * Starts the API. It serves without Temporal: what it has to start waits in the outbox.
 * @param snsClient how Amazon SNS is called; tests pass one that makes no request
 */
export async function runApi(
  settings: ApiSettings,
  logger: ServiceLogger,
  snsClient = createSnsClient(),
): Promise<RunningApi> {
  const databases = connectAll(settings);
  const { temporal, close: closeTemporal } = connectTemporal(settings, logger);
  const services = await createServices(settings, { databases, logger, snsClient, temporal });
  const { ingestion, sends, threads, mailer } = services;
  const { connections, hits, background, keyUse, sessionUse, liveEvents } = services.http;
  const server = createHttpServer(createApp(services).callback(), connectionSettings(settings), connections);
  server.listen(settings.PORT, settings.HOST);
  await once(server, 'listening');
  // Logs the reason and the remedy.
  services.temporal.check().catch(() => undefined);
  const settled = async (): Promise<void> => void (await Promise.all([hits.drained(), background.drained()]));
  return {
    port: (server.address() as AddressInfo).port,
    settled,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      const streamsEnded = liveEvents.stop();
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        server.closeAllConnections();
      }, drainMs);
      await closed;
      clearTimeout(timer);
      await streamsEnded;
      await ingestion.drained();
      await sends.drained();
      await settled();
      await threads.close();
      await keyUse.stop();
      await sessionUse.stop();
      await closeTemporal();
      mailer.close();
      for (const pool of Object.values(databases)) await pool?.destroy();
    },
  };
}

/**
 * Creates the requests of the API to Temporal, which need two connections: an SDK call with its own deadline uses
 * `AsyncLocalStorage`, which makes every promise of the process slower.
 */
function connectTemporal(
  settings: ApiSettings,
  logger: ServiceLogger,
): { temporal: Temporal; close(): Promise<unknown> } {
  const brief = openTemporalConnection(settings, { callTimeoutMs: checkTimeoutMs, logger });
  const check = createTemporalCheck(settings, () => brief.workflowService.getSystemInfo({}), logger);
  const connection = openTemporalConnection(settings, { logger });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE, ...dataConverterOf(settings) });
  return {
    temporal: { check, act: createActions(client, check) },
    close: () => Promise.all([brief.close(), connection.close()]),
  };
}

interface Outside {
  databases: ReturnType<typeof connectAll>;
  logger: ServiceLogger;
  snsClient: ReturnType<typeof createSnsClient>;
  temporal: Temporal;
}

async function createServices(settings: ApiSettings, outside: Outside) {
  const { databases, logger, snsClient, temporal } = outside;
  const { database, ingestionDatabase, readDatabase } = databases;
  const { INGEST_QUEUE_EVENTS: queueEvents, WEBHOOK_ALLOW_HOSTS: webhookAllowHosts } = settings;
  const owners = new ActiveOwners(() => performance.now());
  const limits = createLimits(database, limitsOf(settings));
  const threads = createThreads({ ...threadsOf(settings), owners });
  const mailer = createMailer(settings, { database, logger });
  const allSettings = { ...operationSettings(settings), ...httpSettings(settings) };
  const given = { database, mailer, threads, signIns: limits, temporal, settings: allSettings };
  const context = createContext(given, { logger, webhookAllowHosts });
  return {
    ...context,
    sends: createSendStore(context),
    ingestion: createIngestion({ database: ingestionDatabase, settings: allSettings }, queueEvents),
    replica: readDatabase === null ? null : createReplica(readDatabase, { waitMs: settings.DATABASE_READ_WAIT_MS }),
    http: {
      ...createBackgroundWork(logger, context),
      owners,
      limits,
      logger,
      connections: newConnectionCounts(),
      pools: poolsOf(databases),
      snippet: await loadSnippet(),
      consoleFiles: createConsoleFiles(),
      ses: sesOf(settings, snsClient),
      senders: createSenders(context),
      identityProvider: identityProviderOf(settings, logger),
      workspaces: createWorkspaceLookup(database, owners),
      activeLists: createActiveLists(database),
      checkMail: createMailCheck(settings, mailer),
    },
  };
}

/** Creates the work that runs next to requests. It stops after them. */
const createBackgroundWork = (logger: ServiceLogger, context: Pick<Context, 'database' | 'clock' | 'log'>) => ({
  liveEvents: createLiveEvents(context.database, logger),
  hits: createHitRecorder(context),
  background: createBackground(logger),
  keyUse: createKeyUse(context),
  sessionUse: createSessionUse(context),
});

const sesOf = ({ SES_TOPIC_ARNS: topicArns }: ApiSettings, client: ReturnType<typeof createSnsClient>) => ({
  topicArns,
  client,
  certificates: createSnsCertificates(client),
});

function identityProviderOf(settings: ApiSettings, logger: ServiceLogger): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = settings;
  if (issuer === undefined) return null;
  const given = {
    issuer,
    clientId,
    clientSecret,
    scopes: settings.OIDC_SCOPES,
    label: settings.OIDC_LABEL,
    workspaceId: settings.OIDC_WORKSPACE ?? null,
    roleClaim: settings.OIDC_ROLE_CLAIM ?? null,
    roles: settings.OIDC_ROLES,
    callbackUrl: `${settings.PUBLIC_URL}/api/session/oidc/callback`,
  };
  return createIdentityProvider(given, logger);
}

const operationSettings = (settings: ApiSettings): Settings => ({
  publicUrl: settings.PUBLIC_URL,
  linkSecret: settings.LINK_SECRET,
  credentialsKeys: readCredentialsKeys(settings.CREDENTIALS_KEYS),
});

const httpSettings = (settings: ApiSettings): HttpSettings => ({
  sessionSecret: settings.SESSION_SECRET,
  keyPepper: settings.KEY_PEPPER,
  sandboxDomain: settings.SANDBOX_DOMAIN,
  trustedProxies: settings.TRUSTED_PROXIES ?? (settings.TRUST_PROXY === 'on' ? 1 : 0),
  syncApiKey: settings.SYNC_API_KEY,
  mailSinkUrl: isLocalAddress(settings.SES_ENDPOINT ?? '') ? (settings.SES_ENDPOINT ?? null) : null,
  temporalUiUrl: settings.TEMPORAL_UI_URL,
  temporalNamespace: settings.TEMPORAL_NAMESPACE,
  webhookAllowHosts: settings.WEBHOOK_ALLOW_HOSTS,
  checkResponses: settings.NODE_ENV === 'test',
  isTraced: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
});

const connectionSettings = (settings: ApiSettings): ConnectionSettings => ({
  headersTimeoutMs: settings.HEADERS_TIMEOUT_MS ?? Math.min(8_000, settings.REQUEST_TIMEOUT_MS),
  requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
  keepAliveTimeoutMs: settings.KEEP_ALIVE_TIMEOUT_MS,
  maxConnections: settings.MAX_CONNECTIONS,
});

/** Events have connections of their own: neither they nor other requests use up what the others need. */
function connectAll(settings: ApiSettings) {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl } = settings;
  const { DATABASE_POOL: poolSize } = settings;
  const ingestion = { poolSize: 4, applicationName: 'apex-ingestion', statementTimeoutMs: 8_000 };
  return {
    database: connect({ url, directUrl, poolSize, applicationName: 'apex-api' }),
    ingestionDatabase: connect({ url, directUrl, ...ingestion }),
    readDatabase:
      readUrl === undefined
        ? null
        : connect({ url: readUrl, poolSize, applicationName: 'apex-reports', retriesConflicts: false }),
  };
}

const poolsOf = ({ database, ingestionDatabase, readDatabase }: ReturnType<typeof connectAll>) => ({
  api: poolOf(database),
  ingestion: poolOf(ingestionDatabase),
  ...(readDatabase !== null && { reports: poolOf(readDatabase) }),
});

const threadsOf = ({ THREADS: threads, THREAD_QUEUE: queue, THREAD_TASK_MS: taskMs }: ApiSettings): ThreadSettings => ({
  threads,
  queue,
  taskMs,
});

const limitsOf = (settings: ApiSettings): LimitSettings => ({
  enabled: settings.RATE_LIMITS === 'on',
  perMinute: {
    ingest: settings.RATE_LIMIT_INGEST,
    read: settings.RATE_LIMIT_READ,
    write: settings.RATE_LIMIT_WRITE,
    sessionRead: settings.RATE_LIMIT_SESSION_READ,
    sessionWrite: settings.RATE_LIMIT_SESSION_WRITE,
  },
});
