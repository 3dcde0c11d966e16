import path from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../config';

const secret = z.string().min(16, 'must have at least 16 characters').optional();
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const stackEnvironment = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .optional(),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s/]+:\d+$/, 'must be host:port')
    .optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_UI_URL: httpUrl.optional(),
  SES_ENDPOINT: z.union([z.literal('aws'), httpUrl], { error: 'must be "aws" or an http(s) URL' }).optional(),
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  SYNC_API_KEY: secret,
  SESSION_SECRET: secret,
  KEY_PEPPER: secret,
  LINK_SECRET: secret,
  CREDENTIALS_KEYS: secret,
});

/** Settings of `npm start`. What only the API or the worker reads is passed on to them, and checked by them. */
export type StackSettings = z.infer<typeof stackEnvironment>;

/**
 * @returns the settings, `DATA_DIR` absolute (relative to `folder`).
 * @throws SettingsError with one line, naming every wrong variable.
 */
export function loadStackSettings(environment: NodeJS.ProcessEnv, folder: string): StackSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = stackEnvironment.safeParse(given);
  if (result.success) return { ...result.data, DATA_DIR: path.resolve(folder, result.data.DATA_DIR) };
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new SettingsError(`Wrong settings: ${problems.join('; ')}. docs/SETTINGS.md lists the settings.`);
}
