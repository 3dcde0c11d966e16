import type { Mailer } from '../operations/ports';
import type { Database } from '../db/connection/pool';
import type { ServiceLogger } from '../logging';
import type { ActiveOwners } from '../domain/fair-share';
import type { CredentialsKey } from '../domain/connections/credentials-box';
import type { Snippet } from './apex-js/snippet';
import type { Pool } from '../telemetry/pool-gauges';
import type { ConsoleFiles } from './console/console-files';
import type { HitRecorder } from './email/hit-recorder';
import type { LiveEvents } from './events/live-events';
import type { SnsCertificates } from './email/sns-certificates';
import type { SnsClient } from './email/sns-client';
import type { ActiveLists } from './experiments/active-lists';
import type { Background } from './background';
import type { ConnectionCounts } from './connection-counts';
import type { KeyUse } from './middleware/key-use';
import type { Replica } from '../operations/analytics/report-replica';
import type { IngestionOutcome } from '../operations/events/ingestion-outcome';
import type { Submission } from '../operations/events/submission';
import type { GroupCommit } from './group-commit';
import type { Limits } from './middleware/limits';
import type { ThreadPool } from '../threads/threads';
import type { SendStore } from './transactional/send-store';
import type { Senders } from './transactional/senders';
import type { WorkspaceLookup } from './workspaces/workspace-lookup';

/** What handlers work with. Made by the entry point; handed down, never imported. */
export interface Services {
  database: Database;
  /** Where reports are read, if there is one. */
  replica: Replica | null;
  logger: ServiceLogger;
  limits: Limits;
  /** What became of this process's connections. */
  connections: Readonly<ConnectionCounts>;
  /** Connections to PostgreSQL, by the name of their pool. */
  pools: Readonly<Record<string, Pool>>;
  /** The workspaces of public keys. */
  workspaces: WorkspaceLookup;
  /** The experiments that browsers apply, by workspace. */
  activeLists: ActiveLists;
  /** Where events are stored. */
  ingestion: GroupCommit<Submission, IngestionOutcome>;
  /** Streams of live events. */
  liveEvents: LiveEvents;
  /** The workspaces that are active in this process. */
  owners: ActiveOwners;
  /** For what may take longer than the event loop can wait. */
  threads: ThreadPool;
  keyUse: KeyUse;
  /** What goes on after the answer. */
  background: Background;
  /** The holders of transactional keys. */
  senders: Senders;
  /** Database access of transactional sends. */
  sends: SendStore;
  /** The email provider. */
  mailer: Mailer;
  /** Where opens and clicks are stored. */
  hits: HitRecorder;
  /** Reports of SES: the topics of SNS that they may come by, and how SNS is asked. */
  ses: { topicArns: readonly string[]; client: SnsClient; certificates: SnsCertificates };
  /** Recipients at this domain get simulated outcomes. In lower case. */
  sandboxDomain: string;
  keyPepper: string;
  sessionSecret: string;
  syncApiKey: string;
  linkSecret: string;
  /** Credentials of connections are kept under the first; without any, none are kept. */
  credentialsKeys: readonly CredentialsKey[];
  /** Hosts that webhooks may reach although private or plain http. */
  webhookAllowHosts: readonly string[];
  publicUrl: string;
  /** Where sent email is shown instead of being delivered; null with a real provider. */
  mailSinkUrl: string | null;
  /** The script for customers' pages. */
  snippet: Snippet;
  /** The operators' console, built. */
  consoleFiles: ConsoleFiles;
  /** The number of trusted proxies. Each adds an address to X-Forwarded-For. With 0, the header is ignored. */
  trustedProxies: number;
  temporalUiUrl: string;
  temporalNamespace: string;
  /** Fails with a readable reason when Temporal does not answer. */
  checkTemporal: () => Promise<void>;
  /** Fails with the system's error when the email provider takes no connection. */
  checkMail: () => Promise<void>;
  /** Whether requests have spans. */
  isTraced: boolean;
  /** Whether answers are held against their schemas before they leave: on in tests. */
  checkResponses: boolean;
}
