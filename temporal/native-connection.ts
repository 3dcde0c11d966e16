import { NativeConnection, type Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { connectError } from './connect-error';
import { isTlsOn, type TemporalSettings } from './settings';
import { readTlsFiles, type TlsFiles } from './tls-files';
import { watchTlsFiles } from './tls-watch';

/** Connection of a process's workers. */
export interface WorkerConnection {
  /** The connection for new workers. */
  connection: NativeConnection;
  /** Moves the workers to a new connection whenever the TLS files change. */
  keepFresh(workers: readonly Worker[]): void;
  /** Call it before the workers shut down. */
  stopWatch(): Promise<void>;
  /** Call it after the workers have stopped. */
  close(): Promise<void>;
}

/** @throws TemporalConnectError, one line with the remedy */
export async function connectWorkers(settings: TemporalSettings, logger: Logger): Promise<WorkerConnection> {
  const files = readTlsFiles(settings);
  let connection = await connectWith(settings, files);
  let stopWatch = (): Promise<void> => Promise.resolve();
  return {
    connection,
    keepFresh(workers) {
      if (files.authority === undefined && files.pair === undefined) return;
      const replace = async (read: TlsFiles): Promise<void> => {
        const [earlier, next] = [connection, await connectWith(settings, read)];
        for (const worker of workers) worker.connection = next;
        connection = next;
        await earlier.close();
      };
      stopWatch = watchTlsFiles(settings, files, replace, logger);
    },
    stopWatch: () => stopWatch(),
    close: () => connection.close(),
  };
}

async function connectWith(settings: TemporalSettings, { authority, pair }: TlsFiles): Promise<NativeConnection> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_API_KEY: apiKey, TEMPORAL_TLS_SERVER_NAME: serverName } = settings;
  const tls = {
    serverNameOverride: serverName,
    serverRootCACertificate: authority,
    clientCertPair: pair && { crt: pair.certificate, key: pair.key },
  };
  try {
    return await NativeConnection.connect({ address, apiKey, tls: isTlsOn(settings) && tls });
  } catch (error) {
    throw await connectError(settings, error);
  }
}
