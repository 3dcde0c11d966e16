import { z } from 'zod';
import { readCodecKeys } from './payload-codec';
import { readTlsFiles, TlsFileError } from './tls-files';

const filePath = z.string().min(1).optional();

/** A setting with a whole number within bounds, inclusive. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}

/** A setting with one of several words. */
export const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be one of: ${values.join(', ')}`);

/** The value is never printed. */
const codecKeys = z
  .string()
  .default('')
  .refine(isKeyList, 'must be id:base64 of 32 bytes, separated by commas, each id once');

function isKeyList(text: string): boolean {
  try {
    readCodecKeys(text);
    return true;
  } catch {
    return false;
  }
}

/** Settings of the Temporal connection and payload encryption. */
export const temporalShape = {
  TEMPORAL_ADDRESS: z.string().regex(/^[^\s/]+:\d+$/, 'must be host:port'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  /** Older servers join it to the release with a dot, newer ones with a colon. */
  TEMPORAL_DEPLOYMENT: z
    .string()
    .regex(/^[A-Za-z0-9][\w-]{0,59}$/, 'must be up to 60 letters, digits and _ -')
    .default('apex'),
  TEMPORAL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional(),
  TEMPORAL_TLS: oneOf('on', 'off').optional(),
  TEMPORAL_TLS_CA: filePath,
  TEMPORAL_TLS_CERT: filePath,
  TEMPORAL_TLS_KEY: filePath,
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, 'must be a host name')
    .optional(),
  TEMPORAL_CODEC_KEYS: codecKeys,
  TEMPORAL_TLS_RELOAD_SECONDS: wholeNumber(1, 86_400).default(60),
};

export type TemporalSettings = z.infer<z.ZodObject<typeof temporalShape>>;

/** Returns settings for a server without TLS, such as the embedded one. */
export const temporalAt = (address: string, namespace: string): TemporalSettings =>
  z.object(temporalShape).parse({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace });

/** Settings for your own server: the embedded server has no TLS and no keys. */
export const filesOfTls = ['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY'] as const;
const optionsOfTls = [...filesOfTls, 'TEMPORAL_TLS_SERVER_NAME'] as const;
export const temporalAccess = ['TEMPORAL_API_KEY', 'TEMPORAL_TLS', ...optionsOfTls] as const;

/** Checks whether TLS is on: it is switched on, or one of its options is set. */
export const isTlsOn = (settings: Partial<TemporalSettings> | NodeJS.ProcessEnv): boolean =>
  settings.TEMPORAL_TLS === 'on' || optionsOfTls.some((name) => settings[name] !== undefined);

/** Reports the problem of a setting: a predicate that follows its name. */
export type RefuseSetting = (name: string, message: string) => void;

/**
 * Checks the settings together. The PEM files must exist and match, and an API key must not be sent unencrypted over a
 * network by mistake.
 */
export function checkTemporal(settings: NodeJS.ProcessEnv, refuse: RefuseSetting): void {
  try {
    readTlsFiles(settings);
  } catch (error) {
    if (!(error instanceof TlsFileError)) throw error;
    refuse(error.setting, error.message);
  }
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_API_KEY: apiKey, TEMPORAL_TLS: tls } = settings;
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\]):/.test(address);
  if (apiKey !== undefined && tls === undefined && !isTlsOn(settings) && !isLocal) {
    refuse('TEMPORAL_API_KEY', 'would be sent without encryption: set TEMPORAL_TLS to "on", or to "off" to allow that');
  }
}
