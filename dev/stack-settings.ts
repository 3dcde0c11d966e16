import path from 'node:path';
import { z } from 'zod';
import { wrongSettings } from '../config';
import { checkTemporal, filesOfTls, temporalAccess, temporalShape, wholeNumber } from '../temporal/settings';

const secret = z.string().min(16, 'must have at least 16 characters').optional();
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const shape = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .optional(),
  ...temporalShape,
  TEMPORAL_ADDRESS: temporalShape.TEMPORAL_ADDRESS.optional(),
  TEMPORAL_UI_URL: httpUrl.optional(),
  SES_ENDPOINT: z.union([z.literal('aws'), httpUrl], { error: 'must be "aws" or an http(s) URL' }).optional(),
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  SYNC_API_KEY: secret,
  SESSION_SECRET: secret,
  KEY_PEPPER: secret,
  LINK_SECRET: secret,
  CREDENTIALS_KEYS: secret,
  DEMO: z.enum(['on', 'off'], { error: 'must be "on" or "off"' }).default('on'),
};

const stackEnvironment = z.object(shape);

/**
 * Settings of `npm start`. Settings of only the API or the worker are passed on to them, and checked in
 * dev/services.ts.
 */
export type StackSettings = z.infer<typeof stackEnvironment>;

/**
 * @returns the settings, with absolute paths (relative paths are resolved from `folder`).
 * @throws SettingsError with one line that lists every wrong variable.
 */
export function loadStackSettings(environment: NodeJS.ProcessEnv, folder: string): StackSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  for (const name of filesOfTls) given[name] &&= path.resolve(folder, given[name]);
  const result = stackEnvironment.safeParse(given);
  const problems = new Map<string, string>();
  const refuse = (name: string, message: string): void => {
    if (!problems.has(name)) problems.set(name, `${name} ${message}`);
  };
  for (const { path: name, message } of result.error?.issues ?? []) refuse(name.join('.'), message);
  if (given['TEMPORAL_ADDRESS'] !== undefined) checkTemporal(given, refuse);
  if (!result.success || problems.size > 0) throw wrongSettings([...problems.values()]);
  return { ...result.data, DATA_DIR: path.resolve(folder, result.data.DATA_DIR) };
}

/**
 * Returns the Temporal settings of the API and the worker: the given ones for your own server, for the embedded one only
 * that it is fair.
 */
export function temporalEnvironment(settings: StackSettings): NodeJS.ProcessEnv {
  const isEmbedded = settings.TEMPORAL_ADDRESS === undefined;
  const access = temporalAccess.map((name) => [name, isEmbedded ? '' : settings[name]] as const);
  return { ...Object.fromEntries(access), ...(isEmbedded ? { TEMPORAL_FAIRNESS: 'on' } : {}) };
}
