import path from 'node:path';
import { findTemporalCli } from './find-temporal-cli';
import { startMail } from './mail';
import { readPorts, writePorts, type Ports } from './ports';
import { startPostgres } from './postgres';
import type { StackSettings } from './stack-settings';
import type { Supervisor } from './supervisor';
import { startTemporal } from './temporal';

/** Addresses of the parts that the service needs, embedded or set in the environment. */
export interface Infrastructure {
  databaseUrl: string;
  temporalAddress: string;
  temporalUiUrl: string;
  /** "aws" or an http(s) URL. */
  sesEndpoint: string;
  /** True when mail goes to the embedded sink. */
  mailIsEmbedded: boolean;
}

interface Context {
  settings: StackSettings;
  postgresPassword: string;
  supervisor: Supervisor;
  report: (line: string) => void;
}

interface PartContext extends Context {
  /** Ports of the last start. */
  ports: Ports;
}

/** Prefers the port of the last start to the default one. */
const preferred = (last: number | undefined, usual: number): number[] => [last ?? 0, usual];

/**
 * Starts all parts that the environment does not set, concurrently. Each uses the port of the last start on this
 * folder, its default port, or any free port.
 * @throws the first failure of a part.
 */
export async function startInfrastructure(given: Context): Promise<Infrastructure> {
  const { DATA_DIR: dataDir } = given.settings;
  const context = { ...given, ports: readPorts(dataDir) };
  const [database, temporal, mail] = await Promise.all([
    databasePart(context),
    temporalPart(context),
    mailPart(context),
  ]);
  writePorts(dataDir, { ...database.ports, ...temporal.ports, ...mail.ports });
  return { ...database.at, ...temporal.at, ...mail.at };
}

async function databasePart({ settings, postgresPassword, supervisor, report, ports }: PartContext) {
  if (settings.DATABASE_URL !== undefined) return { at: { databaseUrl: settings.DATABASE_URL } };
  const started = Date.now();
  const postgres = await startPostgres({
    dataDir: settings.DATA_DIR,
    password: postgresPassword,
    spawn: supervisor.spawn,
    preferredPorts: preferred(ports.postgres, 5432),
  });
  supervisor.guard(postgres.child);
  report(`PostgreSQL 18 ready on 127.0.0.1:${postgres.port} ${since(started)}`);
  return { at: { databaseUrl: postgres.url }, ports: { postgres: postgres.port } };
}

async function temporalPart({ settings, supervisor, report, ports }: PartContext) {
  const { TEMPORAL_ADDRESS: given, TEMPORAL_UI_URL: uiUrl } = settings;
  if (given !== undefined) return { at: { temporalAddress: given, temporalUiUrl: uiUrl ?? 'http://127.0.0.1:8233' } };
  const started = Date.now();
  const cli = await findTemporalCli({
    environment: process.env,
    fallbackCache: path.join(settings.DATA_DIR, 'cache'),
    report,
  });
  const temporal = await startTemporal({
    cli,
    dataDir: settings.DATA_DIR,
    namespace: settings.TEMPORAL_NAMESPACE,
    spawn: (spec) => supervisor.spawn({ ...spec, givesWay: 'much' }),
    preferredPorts: preferred(ports.temporal, 7233),
    preferredUiPorts: preferred(ports.temporalUi, 8233),
  });
  supervisor.guard(temporal.child);
  report(`Temporal ready on ${temporal.address}, CLI ${cli.version} from ${cli.source} ${since(started)}`);
  const { port, uiPort } = temporal;
  const at = { temporalAddress: temporal.address, temporalUiUrl: temporal.uiUrl };
  return { at, ports: { temporal: port, temporalUi: uiPort } };
}

async function mailPart({ settings, supervisor, report, ports }: PartContext) {
  if (settings.SES_ENDPOINT !== undefined) return { at: { sesEndpoint: settings.SES_ENDPOINT, mailIsEmbedded: false } };
  const started = Date.now();
  const mail = await startMail({
    dataDir: settings.DATA_DIR,
    spawn: supervisor.spawn,
    preferredPorts: preferred(ports.mail, 8005),
  });
  supervisor.guard(mail.child);
  report(`Mail sink ready on ${mail.url} ${since(started)}`);
  return { at: { sesEndpoint: mail.url, mailIsEmbedded: true }, ports: { mail: mail.port } };
}

/** Formats the time since a moment for the end of a progress line. */
export function since(started: number): string {
  return `(${((Date.now() - started) / 1_000).toFixed(1)} s)`;
}
