import { experimental, type ChannelCredentials } from '@grpc/grpc-js';
import { Connection, type ConnectionOptions } from '@temporalio/client';
import type { Logger } from 'pino';
import { cancelOnceClosed, endAfter, retryWithinDeadline } from './call-endings';
import { connectError } from './connect-error';
import { isTlsOn, type TemporalSettings } from './settings';
import { readTlsFiles, type TlsFiles } from './tls-files';
import { watchTlsFiles } from './tls-watch';

const timeoutMs = 10_000;

export interface TemporalConnectionOptions {
  /** Milliseconds for `ensureConnected`; 10,000 by default. */
  connectTimeoutMs?: number;
  /** Deadline of each call with all its retries, in milliseconds; 10,000 by default. */
  callTimeoutMs?: number;
  /** Whether calls are retried until their deadline; true by default. */
  retries?: boolean;
  logger?: Logger;
}

/** Opens a connection on first use, and again whenever it breaks, each time with the current TLS files. */
export function openTemporalConnection(
  settings: TemporalSettings,
  options: TemporalConnectionOptions = {},
): Connection {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_API_KEY: apiKey } = settings;
  const connection = Connection.lazy({
    address,
    connectTimeout: options.connectTimeoutMs ?? timeoutMs,
    interceptors: [
      endAfter(options.callTimeoutMs ?? timeoutMs),
      ...(options.retries === false ? [] : [retryWithinDeadline]),
      cancelOnceClosed,
    ],
    ...(isTlsOn(settings) ? tlsOptions(settings, options.logger) : { tls: false }),
  });
  if (apiKey !== undefined) connection.setApiKey(apiKey);
  return connection;
}

/**
 * @throws TemporalConnectError, one line with the remedy, if Temporal refuses the connection or the namespace is
 * missing
 */
export async function connectTemporal(settings: TemporalSettings, logger?: Logger): Promise<Connection> {
  const connection = openTemporalConnection(settings, { logger });
  const { TEMPORAL_NAMESPACE: namespace } = settings;
  try {
    await connection.ensureConnected();
    await connection.workflowService.describeNamespace({ namespace });
    return connection;
  } catch (error) {
    await connection.close();
    throw await connectError(settings, error);
  }
}

function tlsOptions(settings: TemporalSettings, logger?: Logger): ConnectionOptions {
  const { TEMPORAL_TLS_SERVER_NAME: serverName } = settings;
  return {
    credentials: reloadedCredentials(settings, logger),
    ...(serverName !== undefined && {
      channelArgs: { 'grpc.ssl_target_name_override': serverName, 'grpc.default_authority': serverName },
    }),
  };
}

type CaListener = experimental.CaCertificateUpdateListener;
type PairListener = experimental.IdentityCertificateUpdateListener;

/**
 * Creates credentials that give new connections the last TLS files read. The files are watched while a channel is open.
 */
function reloadedCredentials(settings: TemporalSettings, logger?: Logger): ChannelCredentials {
  let files = readTlsFiles(settings);
  let stopWatch: (() => Promise<void>) | undefined;
  const caListeners = new Set<CaListener>();
  const pairListeners = new Set<PairListener>();
  const report = (read: TlsFiles): void => {
    files = read;
    for (const listener of caListeners) reportAuthority(listener, read);
    for (const listener of pairListeners) reportPair(listener, read);
  };
  const watchWhileUsed = (): void => {
    if (caListeners.size + pairListeners.size > 0) stopWatch ??= watchTlsFiles(settings, files, report, logger);
    else {
      void stopWatch?.();
      stopWatch = undefined;
    }
  };
  const provider: experimental.CertificateProvider = {
    addCaCertificateListener(listener) {
      caListeners.add(listener);
      watchWhileUsed();
      reportAuthority(listener, files);
    },
    removeCaCertificateListener(listener) {
      caListeners.delete(listener);
      watchWhileUsed();
    },
    addIdentityCertificateListener(listener) {
      pairListeners.add(listener);
      watchWhileUsed();
      reportPair(listener, files);
    },
    removeIdentityCertificateListener(listener) {
      pairListeners.delete(listener);
      watchWhileUsed();
    },
  };
  return experimental.createCertificateProviderChannelCredentials(provider, files.pair === undefined ? null : provider);
}

/**
 * Without an authority, Node's own certificates apply: `createSecureContext` treats undefined this way, although the
 * type does not allow it.
 */
const reportAuthority = (listener: CaListener, { authority }: TlsFiles): void =>
  listener({ caCertificate: authority as Buffer });

const reportPair = (listener: PairListener, { pair }: TlsFiles): void =>
  listener(pair === undefined ? null : { certificate: pair.certificate, privateKey: pair.key });
