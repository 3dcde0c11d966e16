import path from 'node:path';
import { findTemporalCli } from './find-temporal-cli';
import { startMail } from './mail';
import { startPostgres } from './postgres';
import type { StackSettings } from './stack-settings';
import type { Supervisor } from './supervisor';
import { startTemporal } from './temporal';

/** Where the parts are that the service needs, be they embedded or given by the environment. */
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

/** Starts, all at once, the parts that the environment does not name. @throws the first part's failure. */
export async function startInfrastructure(context: Context): Promise<Infrastructure> {
  const [database, temporal, mail] = await Promise.all([
    databasePart(context),
    temporalPart(context),
    mailPart(context),
  ]);
  return { ...database, ...temporal, ...mail };
}

async function databasePart({ settings, postgresPassword, supervisor, report }: Context) {
  if (settings.DATABASE_URL !== undefined) return { databaseUrl: settings.DATABASE_URL };
  const started = Date.now();
  const postgres = await startPostgres({
    dataDir: settings.DATA_DIR,
    password: postgresPassword,
    spawn: supervisor.spawn,
  });
  supervisor.guard(postgres.child);
  report(`PostgreSQL 18 ready on 127.0.0.1:${postgres.port} ${since(started)}`);
  return { databaseUrl: postgres.url };
}

async function temporalPart({ settings, supervisor, report }: Context) {
  const { TEMPORAL_ADDRESS: given, TEMPORAL_UI_URL: uiUrl } = settings;
  if (given !== undefined) return { temporalAddress: given, temporalUiUrl: uiUrl ?? 'http://127.0.0.1:8233' };
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
    spawn: supervisor.spawn,
  });
  supervisor.guard(temporal.child);
  report(`Temporal ready on ${temporal.address}, CLI ${cli.version} from ${cli.source} ${since(started)}`);
  return { temporalAddress: temporal.address, temporalUiUrl: temporal.uiUrl };
}

async function mailPart({ settings, supervisor, report }: Context) {
  if (settings.SES_ENDPOINT !== undefined) return { sesEndpoint: settings.SES_ENDPOINT, mailIsEmbedded: false };
  const started = Date.now();
  const mail = await startMail({ dataDir: settings.DATA_DIR, spawn: supervisor.spawn });
  supervisor.guard(mail.child);
  report(`Mail sink ready on ${mail.url} ${since(started)}`);
  return { sesEndpoint: mail.url, mailIsEmbedded: true };
}

/** The time since a moment, as it stands at the end of a progress line. */
export function since(started: number): string {
  return `(${((Date.now() - started) / 1_000).toFixed(1)} s)`;
}
