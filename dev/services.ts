import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadApiSettings, loadWorkerSettings, SettingsError, wrongSettings } from '../config';
import type { Child } from './child';
import { untilChildReady } from './child-ready';
import { findFreePort } from './free-port';
import { type Infrastructure, since } from './infrastructure';
import type { Secrets } from './secrets';
import { loadStackSettings, temporalEnvironment, type StackSettings } from './stack-settings';
import type { Supervisor } from './supervisor';

export interface ServiceContext {
  /** Folder of the checkout. The services run there, independent of the caller's folder. */
  root: string;
  settings: StackSettings;
  secrets: Secrets;
  infrastructure: Infrastructure;
  /** The API's port; settings.PORT may have been 0. */
  port: number;
  /** URL of the API on this machine, which may differ from `publicUrl`. */
  localUrl: string;
  publicUrl: string;
  supervisor: Supervisor;
  report: (line: string) => void;
}

/**
 * The first start bundles the workflows, which takes minutes on a slow or busy machine. A service that fails ends
 * immediately, so nothing waits this long for it.
 */
const READY_WITHIN_MS = 600_000;
/** Dependencies respond within this time, or never. */
const READYZ_WITHIN_MS = 180_000;
/** Interval of progress messages during a slow start. */
const PROGRESS_MS = 30_000;
/** Time for running requests and activities to finish. */
const DRAIN_MS = 30_000;

/**
 * Loads the settings of `npm start`, and checks those of the API and the worker before anything starts.
 * @param folder see {@link loadStackSettings}
 * @throws SettingsError with one line that lists every wrong setting of the stack, the API and the worker
 */
export function loadCheckedSettings(environment: NodeJS.ProcessEnv, folder: string): StackSettings {
  const problems = new Set<string>();
  const attempt = <Loaded>(load: () => Loaded): Loaded | null => {
    try {
      return load();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const problem of error.problems) problems.add(problem);
      return null;
    }
  };
  const settings = attempt(() => loadStackSettings(environment, folder));
  // If the stack's settings are wrong, use its defaults, so that the other settings can still be checked.
  const context = serviceSettings(settings ?? loadStackSettings({}, folder));
  attempt(() => loadApiSettings({ ...environment, ...apiEnvironment(context) }));
  attempt(() => loadWorkerSettings({ ...environment, ...workerEnvironment(context, 0) }));
  if (settings === null || problems.size > 0) throw wrongSettings([...problems]);
  return settings;
}

/** Returns the settings of the services, with placeholders for what the start creates. */
function serviceSettings(settings: StackSettings): SettingsContext {
  const made = 'made-by-the-first-start';
  const { SYNC_API_KEY = made, SESSION_SECRET = made, KEY_PEPPER = made, LINK_SECRET = made } = settings;
  const { CREDENTIALS_KEYS = '' } = settings;
  return {
    settings,
    secrets: { SYNC_API_KEY, SESSION_SECRET, KEY_PEPPER, LINK_SECRET, CREDENTIALS_KEYS, postgresPassword: made },
    infrastructure: {
      databaseUrl: settings.DATABASE_URL ?? 'postgres://127.0.0.1/apex',
      temporalAddress: settings.TEMPORAL_ADDRESS ?? '127.0.0.1:7233',
      temporalUiUrl: settings.TEMPORAL_UI_URL ?? 'http://127.0.0.1:8233',
      sesEndpoint: settings.SES_ENDPOINT ?? 'http://127.0.0.1:8005',
      mailIsEmbedded: settings.SES_ENDPOINT === undefined,
    },
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? 'http://127.0.0.1:3000',
  };
}

/** Starts the API and the worker. Resolves when both are ready and `GET /readyz` returns 200. */
export async function startServices(context: ServiceContext): Promise<void> {
  const workerPort = await findFreePort(0);
  await Promise.all([
    startService(context, 'api', 'api/server.ts', apiEnvironment(context)),
    startService(context, 'worker', 'worker/main.ts', workerEnvironment(context, workerPort)),
  ]);
  await untilReadyz(`${context.localUrl}/readyz`);
}

async function startService(
  context: ServiceContext,
  name: string,
  entry: string,
  environment: NodeJS.ProcessEnv,
): Promise<Child> {
  const started = Date.now();
  const child = context.supervisor.spawn({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', '--import', 'tsx', entry],
    cwd: context.root,
    env: { ...process.env, ...environment },
    logFile: path.join(context.settings.DATA_DIR, 'logs', `${name}.log`),
    ipc: true,
    // Requests get CPU time first; journeys use the rest.
    givesWay: name === 'worker' ? 'much' : undefined,
    graceMs: DRAIN_MS,
  });
  const title = name === 'api' ? 'API' : 'Worker';
  const progress = setInterval(() => context.report(`${title} still starting ${since(started)} ...`), PROGRESS_MS);
  try {
    await untilChildReady(child, READY_WITHIN_MS);
  } finally {
    clearInterval(progress);
  }
  context.supervisor.guard(child);
  context.report(`${title} ready ${since(started)}`);
  return child;
}

type SettingsContext = Pick<ServiceContext, 'settings' | 'secrets' | 'infrastructure' | 'port' | 'publicUrl'>;

function sharedEnvironment({ settings, secrets, infrastructure, publicUrl }: SettingsContext): NodeJS.ProcessEnv {
  const { sesEndpoint, mailIsEmbedded } = infrastructure;
  return {
    SES_ENDPOINT: sesEndpoint,
    // The sink needs any signature, and must not get the account's real credentials.
    ...(mailIsEmbedded && { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_SESSION_TOKEN: '' }),
    DATABASE_URL: infrastructure.databaseUrl,
    ...temporalEnvironment(settings),
    TEMPORAL_ADDRESS: infrastructure.temporalAddress,
    TEMPORAL_NAMESPACE: settings.TEMPORAL_NAMESPACE,
    TEMPORAL_UI_URL: infrastructure.temporalUiUrl,
    PUBLIC_URL: publicUrl,
    HOST: settings.HOST,
    LINK_SECRET: secrets.LINK_SECRET,
    CREDENTIALS_KEYS: secrets.CREDENTIALS_KEYS,
    KEY_PEPPER: secrets.KEY_PEPPER,
  };
}

function apiEnvironment(context: SettingsContext): NodeJS.ProcessEnv {
  return {
    ...sharedEnvironment(context),
    PORT: String(context.port),
    SYNC_API_KEY: context.secrets.SYNC_API_KEY,
    SESSION_SECRET: context.secrets.SESSION_SECRET,
  };
}

function workerEnvironment(context: SettingsContext, workerPort: number): NodeJS.ProcessEnv {
  return {
    ...sharedEnvironment(context),
    // Health and metrics are only for this machine, independent of the API's address.
    HOST: '127.0.0.1',
    WORKER_PORT: String(workerPort),
  };
}

async function untilReadyz(url: string): Promise<void> {
  const deadline = Date.now() + READYZ_WITHIN_MS;
  for (;;) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      async (response) => (response.ok ? undefined : `${response.status} ${await response.text()}`),
      (error: Error) => error.message,
    );
    if (reply === undefined) return;
    if (Date.now() > deadline) throw new Error(`${url} is not ready: ${reply}`);
    await delay(100);
  }
}
