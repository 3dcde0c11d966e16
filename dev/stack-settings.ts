import path from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../config';
import { checkTemporal, filesOfTls, temporalAccess, temporalShape } from '../temporal/settings';

const secret = z.string().min(16, 'must have at least 16 characters').optional();
const portMessage = 'must be a port number from 0 to 65535';
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const shape = {
  PORT: z.coerce.number(portMessage).int(portMessage).min(0, portMessage).max(65535, portMessage).default(3000),
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
};

const stackEnvironment = z.object(shape).superRefine((settings, context) => {
  if (settings.TEMPORAL_ADDRESS !== undefined) checkTemporal(settings, context);
});

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
  if (result.success) return { ...result.data, DATA_DIR: path.resolve(folder, result.data.DATA_DIR) };
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new SettingsError(`Wrong settings: ${problems.join('; ')}. docs/SETTINGS.md lists the settings.`);
}

/**
 * Returns the Temporal settings of the API and the worker: the given ones for your own server, none for the embedded
 * one.
 */
export function temporalEnvironment(settings: StackSettings): NodeJS.ProcessEnv {
  const isEmbedded = settings.TEMPORAL_ADDRESS === undefined;
  return Object.fromEntries(temporalAccess.map((name) => [name, isEmbedded ? '' : settings[name]]));
}
