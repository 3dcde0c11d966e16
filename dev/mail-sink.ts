import type { AddressInfo } from 'node:net';
import startServer from 'aws-ses-v2-local';
import { getStoreReadonly } from 'aws-ses-v2-local/dist/store';

/** Messages kept when MAIL_SINK_KEEP is not set. The sink holds them in memory. */
const KEPT_MESSAGES = 20_000;

/**
 * Run as a program by mail.ts: the SES-compatible sink on loopback, with a bound on what it keeps, which its own command
 * line does not have. It ends with the process that started it.
 */
async function main(): Promise<void> {
  const keep = Number(process.env.MAIL_SINK_KEEP ?? KEPT_MESSAGES);
  const preferred = await startServer({ host: '127.0.0.1', port: Number(process.env.MAIL_SINK_PORT ?? 0) });
  // The library resolves for a port in use, too: another program may have taken it since it was found free.
  const server = preferred.listening ? preferred : await startServer({ host: '127.0.0.1', port: 0 });
  server.on('request', (_request, response) => {
    response.once('finish', () => {
      const { emails } = getStoreReadonly();
      if (emails.length > keep) emails.splice(0, emails.length - keep);
    });
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
