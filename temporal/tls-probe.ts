import { checkServerIdentity, connect } from 'node:tls';
import type { TemporalSettings } from './settings';
import { readTlsFiles } from './tls-files';

/**
 * Result of a TLS handshake. `ready`: the server used HTTP/2 afterwards, which it does only after it accepts our
 * certificate.
 */
export type TlsOutcome = 'ready' | 'closed' | 'silent' | NodeJS.ErrnoException;

const timeoutMs = 3_000;
/** The first bytes of an HTTP/2 client: its preface and empty settings. */
const preface = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

/**
 * Performs one handshake with the configured files to find its error, which the gRPC clients do not report.
 * @throws TlsFileError
 */
export function probeTls(settings: TemporalSettings): Promise<TlsOutcome> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_TLS_SERVER_NAME: serverName } = settings;
  const { authority, pair } = readTlsFiles(settings);
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(address.slice(address.lastIndexOf(':') + 1)),
      servername: serverName,
      ca: authority,
      cert: pair?.certificate,
      key: pair?.key,
      ALPNProtocols: ['h2'],
      timeout: timeoutMs,
      checkServerIdentity: (_, certificate) => checkServerIdentity(serverName ?? host, certificate),
    });
    const end = (outcome: TlsOutcome): void => {
      resolve(outcome);
      socket.destroy();
    };
    socket.once('secureConnect', () => socket.write(preface));
    socket.once('data', () => end('ready'));
    socket.once('timeout', () => end('silent'));
    socket.once('end', () => end('closed'));
    // Not `once`: a server that refuses a certificate may report it several times.
    socket.on('error', end);
  });
}
