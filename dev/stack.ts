import path from 'node:path';
import { SettingsError } from '../config';
import { migrate } from '../db/migrate';
import { buildConsole } from './console';
import { type Credentials, readFirstWorkspace, writeCredentials } from './credentials';
import { prepareDataFolder } from './data-folder';
import { startDemoShop } from './demo-shop/start-demo-shop';
import { FolderLockedError, lockFolder } from './folder-lock';
import { findFreePort, isPortFree } from './free-port';
import { type Infrastructure, since, startInfrastructure } from './infrastructure';
import { prepareOwnerSignIn } from './owner-sign-in';
import { readySummary } from './ready-summary';
import { stopLeftovers } from './run-record';
import { loadSecrets, type Secrets } from './secrets';
import { seedDemoWorkspace } from './seed';
import { loadCheckedSettings, startServices } from './services';
import type { StackSettings } from './stack-settings';
import { untilStopRequested } from './stop-request';
import { PartFailedError, Supervisor } from './supervisor';

const ROOT = path.resolve(__dirname, '..');

/** Parts stop before the parts that they need. */
const STOP_ORDER = [['api', 'worker'], ['mail'], ['temporal'], ['postgres']];

/** After a failure, draining the parts that need the failed one may never end. */
const GRACE_AFTER_FAILURE_MS = 10_000;

/**
 * `npm start`: runs everything on one machine until Ctrl-C.
 * @returns the exit code.
 */
async function main(): Promise<number> {
  // Databases and logs contain personal data, so other users must not read files of this process and its children.
  process.umask(0o077);
  // The stack must keep running if the reader of its output ends (npm start | head).
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const settings = loadCheckedSettings(process.env, ROOT);
  prepareDataFolder(settings.DATA_DIR);
  const unlock = lockFolder(settings.DATA_DIR);
  try {
    return await runStack(settings);
  } finally {
    unlock();
  }
}

async function runStack(settings: StackSettings): Promise<number> {
  const supervisor = new Supervisor(settings.DATA_DIR);
  const stopRequested = untilStopRequested(() => supervisor.killAll());
  const failed = Promise.race([supervisor.failure, crash()]).then((error) => {
    throw error;
  });
  const stopping = new AbortController();
  void stopRequested.then(() => stopping.abort());
  const started = startStack(settings, supervisor, stopping.signal).then(() => stopRequested);
  try {
    await Promise.race([stopRequested, started, failed]);
  } catch (error) {
    stopping.abort();
    // The other promises settle while everything stops.
    started.catch(() => undefined);
    failed.catch(() => undefined);
    console.error(messageOf(error));
    await supervisor.stopAll({ order: STOP_ORDER, maxGraceMs: GRACE_AFTER_FAILURE_MS, report });
    return 1;
  }
  started.catch(() => undefined);
  failed.catch(() => undefined);
  await supervisor.stopAll({ order: STOP_ORDER, report });
  report('Stopped.');
  return 0;
}

/** Resolves with an uncaught error, so that the children do not outlive this process. */
function crash(): Promise<Error> {
  return new Promise((resolve) => process.once('uncaughtException', resolve));
}

async function startStack(settings: StackSettings, supervisor: Supervisor, stopping: AbortSignal): Promise<void> {
  const started = Date.now();
  const dataDir = settings.DATA_DIR;
  const leftovers = await stopLeftovers(dataDir);
  if (leftovers.length > 0) report(`Stopped processes of an earlier run: ${leftovers.join(', ')}`);
  const address = await chooseAddress(settings);
  const secrets = loadSecrets(dataDir, settings);
  const { postgresPassword } = secrets;
  // Runs while the other parts start, and its failure does not stop them.
  const built = buildConsole({ report });
  const infrastructure = await startInfrastructure({ settings, postgresPassword, supervisor, report });
  const credentials = await prepareWorkspace({ settings, secrets, infrastructure, publicUrl: address.publicUrl });
  await startServices({ root: ROOT, settings, secrets, infrastructure, ...address, supervisor, report });
  const signIn = await prepareOwnerSignIn(credentials, address.localUrl);
  await built;
  const isTerminal = process.stdout.isTTY;
  report(`\n${readySummary({ dataDir, credentials, signIn, isTerminal, duration: since(started) })}\n`);
  if (isDemoWanted(settings, infrastructure)) {
    void startDemoShop({ dataDir, credentials, keyPepper: secrets.KEY_PEPPER, report, stopping });
  }
}

/** The journeys of the Demo shop send email to addresses that do not exist, which only the embedded sink may receive. */
const isDemoWanted = ({ DEMO }: StackSettings, { mailIsEmbedded }: Infrastructure): boolean =>
  DEMO === 'on' && mailIsEmbedded;

/** @throws SettingsError if the port is in use: the API never uses another port than the configured one. */
async function chooseAddress({ HOST, PORT, PUBLIC_URL }: StackSettings) {
  const free = await isPortFree(PORT, HOST).catch((error: Error) => {
    throw new SettingsError(`Wrong settings: cannot listen on HOST ${HOST}, PORT ${PORT} (${error.message}).`);
  });
  if (!free) throw new SettingsError(`Port ${PORT} is in use: stop the other program or set PORT.`);
  const port = PORT === 0 ? await findFreePort(0, HOST) : PORT;
  const reachable = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const localUrl = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  return { port, localUrl, publicUrl: PUBLIC_URL ?? localUrl };
}

/** Migrates the database, creates the first workspaces if they are missing, and writes credentials.json. */
async function prepareWorkspace(context: {
  settings: StackSettings;
  secrets: Secrets;
  infrastructure: Infrastructure;
  publicUrl: string;
}): Promise<Credentials> {
  const { settings, secrets, infrastructure } = context;
  const started = Date.now();
  const { databaseUrl } = infrastructure;
  await migrate(databaseUrl, { report });
  const seeded = await seedDemoWorkspace({
    databaseUrl,
    keyPepper: secrets.KEY_PEPPER,
    existing: readFirstWorkspace(settings.DATA_DIR),
    withDemoShop: isDemoWanted(settings, infrastructure),
  });
  const credentials = {
    baseUrl: context.publicUrl,
    ...seeded,
    syncApiKey: secrets.SYNC_API_KEY,
    temporalUiUrl: infrastructure.temporalUiUrl,
    temporalAddress: infrastructure.temporalAddress,
    databaseUrl,
    mailUrl: infrastructure.sesEndpoint === 'aws' ? null : infrastructure.sesEndpoint,
  };
  writeCredentials(settings.DATA_DIR, credentials);
  report(`Database schema and first workspace ready ${since(started)}`);
  return credentials;
}

function report(line: string): void {
  console.log(line);
}

function messageOf(error: unknown): string {
  const expected =
    error instanceof SettingsError || error instanceof FolderLockedError || error instanceof PartFailedError;
  return expected || !(error instanceof Error) ? String((error as Error).message ?? error) : `Failed: ${error.message}`;
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exit(1);
  },
);
