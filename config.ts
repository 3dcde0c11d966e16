import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { checkApi, connectionShape, oidcShape } from './api/settings';
import { checkTemporal, oneOf, temporalShape, wholeNumber, type RefuseSetting } from './temporal/settings';
import { tracingShape } from './telemetry/settings';
import { checkVersioning, releaseShape, workerShape } from './worker/settings';

/** A setting is missing or wrong. The message is one line, because it is the only output of a failed start. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(
    message: string,
    readonly problems: readonly string[] = [message],
  ) {
    super(message);
  }
}

/** @param problems each starts with the name of a setting */
export const wrongSettings = (problems: readonly string[], hint = ''): SettingsError =>
  new SettingsError(`Wrong settings: ${problems.join('; ')}. ${hint}docs/SETTINGS.md lists the settings.`, problems);

const port = wholeNumber(0, 65_535);
/** Requests per minute for one key. */
const perMinute = wholeNumber(1, 1_000_000);
const secret = z.string().min(16, 'must have at least 16 characters');
/** The form in which URL writes an address, with an ASCII host. It cannot end a header value or an HTML attribute. */
const plainUrl = /^https?:\/\/([a-z0-9._-]+|\[[0-9a-f:]+\])(:\d+)?\/[\w.~/%@:+-]*$/;
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => new URL(url).href)
  .refine(
    (url) => plainUrl.test(url),
    'must be an http or https URL of letters, digits and . _ - / without user or query',
  )
  .transform((url) => url.replace(/\/+$/, ''));
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** Keys in the format of domain/connections/credentials-box.ts. The text itself is never printed. */
const credentialsKeys = list
  .refine(
    (keys) => keys.every((key) => /^[A-Za-z0-9._-]{1,40}:[A-Za-z0-9+/_-]{43}=?$/.test(key)),
    'must be id:base64 of 32 bytes, separated by commas',
  )
  .refine((keys) => new Set(keys.map((key) => key.split(':')[0])).size === keys.length, 'must have each id once')
  .transform((keys) => keys.join(','));

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL');

const common = {
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  DATABASE_URL: postgresUrl,
  /** PostgreSQL itself, if DATABASE_URL points to a pooler in transaction mode. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(20),
};

const shared = {
  ...common,
  ...temporalShape,
  ...tracingShape,
  TEMPORAL_UI_URL: httpUrl.default('http://127.0.0.1:8233'),
  PUBLIC_URL: httpUrl.default('http://127.0.0.1:3000'),
  LINK_SECRET: secret,
  CREDENTIALS_KEYS: credentialsKeys,
  WEBHOOK_ALLOW_HOSTS: list,
};

/** Domains verified at the provider, each with the workspace that may send from it: `acme.com=wsp_1,shop.example=*`. */
const senderDomains = list
  .refine(
    (parts) => parts.every((part) => /^[a-z0-9-]+(\.[a-z0-9-]+)+=(\*|[A-Za-z0-9_]+)$/.test(part)),
    'must be a list such as acme.com=wsp_1,shop.example=*',
  )
  .transform((parts): ReadonlyMap<string, string> => new Map(parts.map((part) => part.split('=') as [string, string])));

/** Plans for new sender domains, each with its first day and the limit of that day: `acme.com=2026-12-01:50`. */
const senderWarmUps = list
  .transform((parts) =>
    parts.map((part) => /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)=(\d{4}-\d\d-\d\d):([1-9]\d{0,5})$/.exec(part)),
  )
  .refine(
    (plans) => plans.every((plan) => plan !== null && z.iso.date().safeParse(plan[2]).success),
    'must be a list such as acme.com=2026-12-01:50',
  )
  .transform(
    (plans) => new Map(plans.map((plan) => [plan![1]!, { from: plan![2]!, firstDay: Number(plan![3]) }] as const)),
  );

/** The connection of a process to its email provider; see `checkMail`. */
const mail = {
  SES_ENDPOINT: z.union([z.literal('aws'), httpUrl], { error: 'must be "aws" or an http(s) URL' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL' }).optional(),
  AWS_REGION: z.string().min(1).default('us-east-1'),
  MAIL_FROM: z
    .string()
    .regex(/^\P{Cc}{3,}$/u, 'must be one line, such as Apex <hello@acme.example>')
    .default('Apex <hello@apex.test>'),
  SENDER_DOMAINS: senderDomains,
  SES_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
  SES_CONFIGURATION_SET: z.string().min(1).optional(),
  SES_MAX_PER_SECOND: z.coerce.number().positive().max(100_000).optional(),
  SENDER_WARMUP: senderWarmUps,
};

/** `originOf` in domain/feedback/sns-message.ts parses the same format: the region determines the host of certificates. */
const topicArn = /^arn:aws(?:-cn|-us-gov)?:sns:[a-z]{2,3}(?:-[a-z]+){1,3}-\d{1,2}:\d{12}:[A-Za-z0-9_-]{1,256}$/;

const topicArns = list.refine(
  (arns) => arns.every((arn) => topicArn.test(arn)),
  'must be ARNs of SNS topics, separated by commas',
);

/**
 * Returns the default number of threads of a process. One core is left for its event loop: with cgroups or autogroups,
 * its priority hardly helps against other processes once the threads have used up the share of this process. More than
 * four threads are rarely busy.
 */
export const threadsOn = (cores: number): number => Math.min(4, Math.max(1, cores - 1));

/** Threads of a process for expensive work, in addition to its event loop. */
const threads = {
  THREADS: wholeNumber(1, 32).default(threadsOn(availableParallelism())),
  THREAD_QUEUE: wholeNumber(4, 10_000).default(64),
  THREAD_TASK_MS: wholeNumber(100, 60_000).default(5_000),
};

const apiEnvironment = z.object({
  ...shared,
  ...mail,
  ...connectionShape,
  ...oidcShape,
  ...threads,
  /** A streaming replica, for reports. */
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_READ_WAIT_MS: wholeNumber(10, 30_000).default(1_000),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SYNC_API_KEY: secret,
  SESSION_SECRET: secret,
  KEY_PEPPER: secret,
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  RATE_LIMIT_INGEST: perMinute.default(1_000),
  RATE_LIMIT_READ: perMinute.default(200),
  RATE_LIMIT_WRITE: perMinute.default(100),
  RATE_LIMIT_SESSION_READ: perMinute.default(1_200),
  RATE_LIMIT_SESSION_WRITE: perMinute.default(300),
  INGEST_QUEUE_EVENTS: wholeNumber(1_000, 1_000_000).default(20_000),
  TRUSTED_PROXIES: wholeNumber(0, 10).optional(),
  /** The older setting, for one proxy. */
  TRUST_PROXY: oneOf('on', 'off').default('off'),
  SES_TOPIC_ARNS: topicArns,
  SANDBOX_DOMAIN: z
    .string()
    .min(1)
    .default('sandbox.apex.test')
    .transform((domain) => domain.trim().toLowerCase())
    .refine((domain) => /^[a-z0-9.-]+$/.test(domain), 'must be a domain such as sandbox.apex.test'),
});

const workerEnvironment = z.object({
  ...shared,
  ...mail,
  ...threads,
  WORKER_PORT: port.default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  ...workerShape,
});

/** Connects one-time commands directly to PostgreSQL: some keep state in their connection. */
const withoutPooler = <Settings extends { DATABASE_URL: string; DATABASE_DIRECT_URL?: string | undefined }>(
  settings: Settings,
): Settings => ({ ...settings, DATABASE_URL: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL });

const migrateEnvironment = z.object(common).transform(withoutPooler);
const connectionsEnvironment = z
  .object({ ...common, CREDENTIALS_KEYS: credentialsKeys.refine((keys) => keys !== '', 'is not set') })
  .transform(withoutPooler);
/** Checks whether only this machine can reach a host. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

const codecEnvironment = z.object({
  TEMPORAL_CODEC_KEYS: temporalShape.TEMPORAL_CODEC_KEYS.refine((keys) => keys !== '', 'is not set'),
  TEMPORAL_CODEC_TOKEN: secret.optional(),
  TEMPORAL_UI_URL: shared.TEMPORAL_UI_URL,
  CODEC_PORT: port.default(3002),
  HOST: z.string().min(1).default('127.0.0.1'),
});
const doctorEnvironment = z.object({
  ...common,
  DATABASE_READ_URL: postgresUrl.optional(),
  ...temporalShape,
  ...mail,
  PUBLIC_URL: shared.PUBLIC_URL,
  SES_TOPIC_ARNS: topicArns,
  DOCTOR_DNS: list,
});
const journeysEnvironment = z.object({ ...common, ...temporalShape });
const releaseEnvironment = z.object({ ...temporalShape, ...releaseShape });
const workspaceEnvironment = z
  .object({ ...common, KEY_PEPPER: secret, TARGET_DATABASE_URL: postgresUrl.optional() })
  .transform(withoutPooler);

export type ApiSettings = z.infer<typeof apiEnvironment>;
export type WorkerSettings = z.infer<typeof workerEnvironment>;
export type MigrateSettings = z.infer<typeof migrateEnvironment>;
export type DoctorSettings = z.infer<typeof doctorEnvironment>;
export type JourneysCommandSettings = z.infer<typeof journeysEnvironment>;
export type WorkspaceCommandSettings = z.infer<typeof workspaceEnvironment>;

/** @throws SettingsError as {@link loadApiSettings} */
export const loadConnectionsSettings = (environment: NodeJS.ProcessEnv): z.infer<typeof connectionsEnvironment> =>
  parse(connectionsEnvironment, environment);

/** @throws SettingsError as {@link loadApiSettings} */
export const loadJourneysSettings = (environment: NodeJS.ProcessEnv): JourneysCommandSettings =>
  withoutPooler(parse(journeysEnvironment, environment, checkTemporal));

/** @throws SettingsError as {@link loadApiSettings} */
export const loadReleaseSettings = (environment: NodeJS.ProcessEnv): z.infer<typeof releaseEnvironment> =>
  parse(releaseEnvironment, environment, checkTemporal);

/** @throws SettingsError as {@link loadApiSettings} */
export const loadDoctorSettings = (environment: NodeJS.ProcessEnv): DoctorSettings =>
  parse(doctorEnvironment, environment, checkTemporal, checkMail);

/** @throws SettingsError as {@link loadApiSettings} */
export function loadCodecSettings(environment: NodeJS.ProcessEnv): z.infer<typeof codecEnvironment> {
  return parse(codecEnvironment, environment, ({ HOST = '127.0.0.1', TEMPORAL_CODEC_TOKEN }, refuse) => {
    if (!isLoopback(HOST) && TEMPORAL_CODEC_TOKEN === undefined) {
      refuse('TEMPORAL_CODEC_TOKEN', 'must be set when HOST is reachable from other machines');
    }
  });
}

/** @throws SettingsError that names every missing or wrong variable */
export const loadApiSettings = (environment: NodeJS.ProcessEnv): ApiSettings =>
  parse(apiEnvironment, environment, checkTemporal, checkMail, checkApi);

/** @throws SettingsError as {@link loadApiSettings} */
export const loadWorkerSettings = (environment: NodeJS.ProcessEnv): WorkerSettings =>
  parse(workerEnvironment, environment, checkTemporal, checkMail, checkVersioning);

/** @throws SettingsError as {@link loadApiSettings} */
export const loadMigrateSettings = (environment: NodeJS.ProcessEnv): MigrateSettings =>
  parse(migrateEnvironment, environment);

/** @throws SettingsError as {@link loadApiSettings} */
export const loadWorkspaceSettings = (environment: NodeJS.ProcessEnv): WorkspaceCommandSettings =>
  parse(workspaceEnvironment, environment);

/** Checks several settings together. Each can be missing or invalid. */
type Check = (given: NodeJS.ProcessEnv, refuse: RefuseSetting) => void;

const checkMail: Check = ({ SES_ENDPOINT, SMTP_URL }, refuse) => {
  if (SES_ENDPOINT === undefined && SMTP_URL === undefined) refuse('SES_ENDPOINT', 'and SMTP_URL are not set: set one');
};

function parse<T extends z.ZodType>(schema: T, from: NodeJS.ProcessEnv, ...checks: Check[]): z.output<T> {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const problems = new Map<string, string>();
  const refuse: RefuseSetting = (name, message) => {
    if (!problems.has(name)) problems.set(name, `${name} ${message}`);
  };
  for (const { path, message } of result.error?.issues ?? []) {
    const name = path.join('.');
    refuse(name, given[name] === undefined ? 'is not set' : message);
  }
  for (const check of checks) check(given, refuse);
  if (result.success && problems.size === 0) return result.data;
  throw wrongSettings([...problems.values()], '"npm start" sets everything for one machine; ');
}
