import { X509Certificate } from 'node:crypto';
import { reasonOf } from './reason';
import { isTlsOn, type TemporalSettings } from './settings';
import { readTlsFiles, TlsFileError } from './tls-files';
import { probeTls, type TlsOutcome } from './tls-probe';

/**
 * Temporal could not be reached or refused the connection. The message is one line with the remedy, suitable as the
 * only output.
 */
export class TemporalConnectError extends Error {
  override readonly name = 'TemporalConnectError';
}

const notFound = 5;
const permissionDenied = 7;
const unauthenticated = 16;
/** Error codes of OpenSSL's certificate verification. */
const untrusted = /CERT|UNABLE_TO|SELF_SIGNED/;

/**
 * Explains why a connection failed: from the gRPC code if the server sent one, otherwise from our own TLS handshake.
 */
export async function connectError(settings: TemporalSettings, error: unknown): Promise<TemporalConnectError> {
  const problem = refusalOf(settings, error) ?? (await handshakeProblem(settings));
  const silence = `does not respond at ${settings.TEMPORAL_ADDRESS} (${oneLine(reasonOf(error))})`;
  return new TemporalConnectError(`Temporal ${problem ?? `${silence}: start it, or set TEMPORAL_ADDRESS.`}`);
}

/** Explains an error that the server sent. */
function refusalOf(settings: TemporalSettings, error: unknown): string | undefined {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_API_KEY: apiKey } = settings;
  const { code, details } = grpcErrorOf(error);
  if (code === notFound) return `at ${address} has no namespace "${namespace}": create it, or set TEMPORAL_NAMESPACE.`;
  if (code !== permissionDenied && code !== unauthenticated) return undefined;
  if (apiKey === undefined) return `at ${address} refuses the request (${details}): set TEMPORAL_API_KEY.`;
  return `at ${address} refuses TEMPORAL_API_KEY (${details}): set a key that may use the namespace "${namespace}".`;
}

/** Returns the gRPC error inside an SDK error. */
export function grpcErrorOf(error: unknown): { code?: unknown; details?: string } {
  if (typeof error !== 'object' || error === null) return {};
  if ('code' in error && 'details' in error) return { code: error.code, details: oneLine(String(error.details)) };
  return 'cause' in error ? grpcErrorOf(error.cause) : {};
}

/**
 * Explains a failed TLS handshake, because the SDK's error only reports a timeout. Undefined if TLS is not the cause.
 */
async function handshakeProblem(settings: TemporalSettings): Promise<string | undefined> {
  try {
    return await (isTlsOn(settings) ? tlsProblem(settings) : plainProblem(settings));
  } catch (error) {
    // The files changed after the start.
    if (error instanceof TlsFileError) return `cannot be reached: ${error.setting} ${error.message}`;
    throw error;
  }
}

async function tlsProblem(settings: TemporalSettings): Promise<string | undefined> {
  const outcome = await probeTls(settings);
  const at = `at ${settings.TEMPORAL_ADDRESS}`;
  if (outcome === 'ready' || outcome === 'silent') return undefined;
  if (outcome === 'closed') return refusedCertificate(settings, 'it closes the connection after the handshake');
  const { code = '' } = outcome;
  const reason = describe(outcome);
  if (/^(ECONNREFUSED|EAI_|ENOTFOUND|EHOST|ENET|ETIMEDOUT)/.test(code)) return undefined;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return `${at} does not use TLS: remove the TEMPORAL_TLS settings.`;
  if (code === 'CERT_HAS_EXPIRED') return `${at} presents a certificate that has expired: renew it on the server.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${at} presents a certificate for another name (${reason}): set TEMPORAL_TLS_SERVER_NAME.`;
  if (/ALERT|ECONNRESET/.test(code)) return refusedCertificate(settings, reason);
  if (untrusted.test(code))
    return `${at} presents a certificate that is not trusted (${reason}): set TEMPORAL_TLS_CA to its authority.`;
  return `${at} aborts the TLS handshake (${reason}): set TEMPORAL_TLS to match the server.`;
}

function refusedCertificate(settings: TemporalSettings, reason: string): string {
  const at = `at ${settings.TEMPORAL_ADDRESS}`;
  const { pair } = readTlsFiles(settings);
  if (pair === undefined)
    return `${at} requires a client certificate (${reason}): set TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY.`;
  const { validTo } = new X509Certificate(pair.certificate);
  const expiry = new Date(validTo);
  return expiry.getTime() < Date.now()
    ? `${at} refuses TEMPORAL_TLS_CERT, which expired at ${expiry.toISOString()}: renew it.`
    : `${at} refuses TEMPORAL_TLS_CERT (${reason}): set a certificate from an authority that the server trusts.`;
}

/** A TLS server closes a plain connection without a reason. */
async function plainProblem(settings: TemporalSettings): Promise<string | undefined> {
  const outcome = await probeTls(settings);
  const { code = '' } = typeof outcome === 'object' ? outcome : {};
  const isTlsServer = outcome === 'ready' || untrusted.test(code) || code.includes('ALERT');
  return isTlsServer ? `at ${settings.TEMPORAL_ADDRESS} requires TLS: set TEMPORAL_TLS to "on".` : undefined;
}

/** OpenSSL puts the description into `reason`, and its source location into the message. */
const describe = (error: Exclude<TlsOutcome, string>): string =>
  oneLine('reason' in error && error.reason !== undefined ? String(error.reason) : error.message);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
