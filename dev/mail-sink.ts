import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import startServer from 'aws-ses-v2-local';
import { clearStore, getStoreReadonly } from 'aws-ses-v2-local/dist/store';
import { refusalOf } from './mail-sink-access';
import { sendSinkPage } from './mail-sink-pages';

/** Maximum messages in memory if MAIL_SINK_KEEP is not set. */
const KEPT_MESSAGES = 20_000;

/**
 * Program that mail.ts and docker-compose.yml run: the SES-compatible sink, with a limit on kept messages, its own
 * script-free pages, and protection against pages of other sites. Ends when a parent process with an IPC channel ends.
 *
 * Settings: MAIL_SINK_HOST (127.0.0.1) and MAIL_SINK_PORT (any) to listen on, MAIL_SINK_NAMES (host names in addition
 * to loopback, separated by commas), MAIL_SINK_KEEP.
 */
async function main(): Promise<void> {
  const { MAIL_SINK_HOST: host = '127.0.0.1', MAIL_SINK_PORT: port = '0' } = process.env;
  const preferred = await startServer({ host, port: Number(port) });
  // The library also resolves if the port is in use: another program may have taken it since it was found free.
  const server = preferred.listening ? preferred : await startServer({ host, port: 0 });
  guard(server);
  process.once('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
  process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
}

/** Adds the guard and the sink's own pages in front of the library's routes. */
function guard(server: Server): void {
  const routes = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const names = (process.env['MAIL_SINK_NAMES'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  server.on('request', (request, response) => {
    const refusal = refusalOf(request, names);
    setHeaders(response);
    if (refusal !== null) return void response.writeHead(403, { 'Content-Type': 'text/plain' }).end(`${refusal}\n`);
    if (sendOwn(request, response)) return;
    response.once('finish', deleteOldest);
    for (const route of routes) route(request, response);
  });
}

/**
 * Sets the headers of every response, so that message content is never treated as a page or a script. The sink's pages
 * have their own policies.
 */
function setHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
}

function sendOwn({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  if (method === 'GET') return sendSinkPage(path, getStoreReadonly().emails, response);
  // Handles the button of the list. Programs get the library's response.
  if (path !== '/clear-store' || headers['sec-fetch-mode'] !== 'navigate') return false;
  clearStore();
  response.writeHead(303, { Location: '/' }).end();
  return true;
}

function deleteOldest(): void {
  const keep = Number(process.env['MAIL_SINK_KEEP'] ?? KEPT_MESSAGES);
  const { emails } = getStoreReadonly();
  if (emails.length > keep) emails.splice(0, emails.length - keep);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
