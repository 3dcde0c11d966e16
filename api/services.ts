import type { ActiveOwners } from '../domain/fair-share';
import type { ServiceLogger } from '../logging';
import type { Replica } from '../operations/analytics/report-replica';
import type { SessionUse } from '../operations/accounts/session-use';
import type { HitRecorder } from '../operations/email/hit-recorder';
import type { Ingestion } from '../operations/events/take-events';
import type { KeyUse } from '../operations/keys/key-use';
import type { Context, Settings } from '../operations/ports';
import type { TransactionalSettings } from '../operations/transactional/send-transactional';
import type { SendStore } from '../operations/transactional/send-store';
import type { Senders } from '../operations/transactional/senders';
import type { Pool } from '../telemetry/pool-gauges';
import type { ThreadPool } from '../threads/threads';
import type { Snippet } from './apex-js/snippet';
import type { Background } from './background';
import type { ConnectionCounts } from './connection-counts';
import type { ConsoleFiles } from './console/console-files';
import type { SnsCertificates } from './email/sns-certificates';
import type { SnsClient } from './email/sns-client';
import type { LiveEvents } from './events/live-events';
import type { IdentityProvider } from './accounts/oidc/identity-provider';
import type { ActiveLists } from './experiments/active-lists';
import type { Limits } from './middleware/limits';
import type { WorkspaceLookup } from './workspaces/workspace-lookup';

/** Ports that only workers have. */
type WorkerPorts = 'workflows' | 'connectionSchedules' | 'digestSchedules' | 'adPlatforms';

/** What handlers use: the context of operations, and the parts of the API's process. */
export interface Services extends Omit<Context, WorkerPorts> {
  threads: ThreadPool;
  settings: Settings & HttpSettings;
  /** Database access of transactional sends. */
  sends: SendStore;
  /** Stores events. */
  ingestion: Ingestion;
  /** Where reports are read, if there is a replica. */
  replica: Replica | null;
  http: HttpServices;
}

/** Settings that only requests depend on. */
export interface HttpSettings extends TransactionalSettings {
  sessionSecret: string;
  syncApiKey: string;
  /** Where sent email is shown instead of being delivered; null with a real provider. */
  mailSinkUrl: string | null;
  /** Number of trusted proxies. Each adds an address to X-Forwarded-For. With 0, the header is ignored. */
  trustedProxies: number;
  temporalUiUrl: string;
  temporalNamespace: string;
  /** Hosts that may be private or use plain http, for webhooks and page checks. */
  webhookAllowHosts: readonly string[];
  /** Whether requests have spans. */
  isTraced: boolean;
  /** Whether responses are compared with their schemas before they are sent: on in tests. */
  checkResponses: boolean;
}

/** Parts of the API's process. */
export interface HttpServices {
  logger: ServiceLogger;
  limits: Limits;
  /** Connections of clients since the start, by outcome. */
  connections: Readonly<ConnectionCounts>;
  /** Connections to PostgreSQL, by the name of their pool. */
  pools: Readonly<Record<string, Pool>>;
  /** Workspaces by their public keys. */
  workspaces: WorkspaceLookup;
  /** Experiments that browsers apply, by workspace. */
  activeLists: ActiveLists;
  /** Streams of live events. */
  liveEvents: LiveEvents;
  /** Workspaces that are active in this process. */
  owners: ActiveOwners;
  keyUse: KeyUse;
  sessionUse: SessionUse;
  /** Null if people sign in only with passwords. */
  identityProvider: IdentityProvider | null;
  /** Work that continues after the response. */
  background: Background;
  /** Holders of transactional keys. */
  senders: Senders;
  /** Stores opens and clicks. */
  hits: HitRecorder;
  /** Reports of SES: the SNS topics that may deliver them, and the client of SNS. */
  ses: { topicArns: readonly string[]; client: SnsClient; certificates: SnsCertificates };
  /** The script for customers' pages. */
  snippet: Snippet;
  /** The built console. */
  consoleFiles: ConsoleFiles;
  /** Fails with the system's error if the email provider accepts no connection. */
  checkMail: () => Promise<void>;
}
