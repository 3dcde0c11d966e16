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
  /** For `ensureConnected`, milliseconds; 10,000 unless given. */
  connectTimeoutMs?: number;
  /** Deadline of each call with all its retries, milliseconds; 10,000 unless given. */
  callTimeoutMs?: number;
  /** Whether a call that may succeed later is retried until its deadline; true unless given. */
  retries?: boolean;
  logger?: Logger;
}

/** A connection that is made when it is first used, and again whenever it breaks, each time with the TLS files as they are then. */
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

/** @throws TemporalConnectError, one line with the remedy, when Temporal does not let us in or lacks the namespace */
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

/** Credentials that new connections take from the TLS files as they were last read. The files are looked at while a channel is open. */
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

/** Without an authority Node's own count: `createSecureContext` takes them for undefined, which the type does not say. */
const reportAuthority = (listener: CaListener, { authority }: TlsFiles): void =>
  listener({ caCertificate: authority as Buffer });

const reportPair = (listener: PairListener, { pair }: TlsFiles): void =>
  listener(pair === undefined ? null : { certificate: pair.certificate, privateKey: pair.key });
