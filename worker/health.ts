import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { StartError } from './start-error';

/** Checks of the worker's dependencies. Each fails with the reason. */
export type ReadinessChecks = Record<string, () => Promise<void>>;

/** Values that `/readyz` shows next to its checks. */
export type ReadinessFigures = Record<string, () => Promise<object>>;

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker. */
export async function startHealthServer(options: {
  host: string;
  port: number;
  checks: ReadinessChecks;
  /** Checks that the response includes, but that do not affect readiness. */
  informative: ReadinessChecks;
  figures: ReadinessFigures;
  /** Metrics for `/metrics`. */
  registry: Registry;
  /** Reads further metrics in the same text format; empty if it cannot. */
  readSdkMetrics: () => Promise<string>;
}): Promise<{ port: number; close: () => Promise<void> }> {
  const { registry, readSdkMetrics } = options;
  const server = createServer((request, response) => {
    const reply = (status: number, type: string, body: string): void => {
      const later = status === 503 ? { 'retry-after': '5' } : {};
      response.writeHead(status, { 'content-type': type, ...later }).end(body);
    };
    const respond = async (): Promise<void> => {
      switch (request.url) {
        case '/healthz':
          reply(200, 'application/json', '{"status":"ok"}');
          return;
        case '/readyz': {
          const { ready, ...shown } = await readiness(options);
          reply(
            ready ? 200 : 503,
            'application/json',
            JSON.stringify({ status: ready ? 'ok' : 'unavailable', ...shown }),
          );
          return;
        }
        case '/metrics':
          reply(200, registry.contentType, (await Promise.all([registry.metrics(), readSdkMetrics()])).join('\n'));
          return;
        default:
          reply(404, 'application/json', '{"error":"Not found","code":"NOT_FOUND","status":404}');
      }
    };
    respond().catch(() => {
      reply(500, 'text/plain', 'The check could not run.');
    });
  });
  server.listen(options.port, options.host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'EADDRINUSE'
        ? `Port ${options.port} is in use: stop the other program or set WORKER_PORT.`
        : `Cannot listen on HOST ${options.host}, WORKER_PORT ${options.port} (${error.message}): set another host or port.`,
    );
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

interface Readiness {
  checks: ReadinessChecks;
  informative: ReadinessChecks;
  figures: ReadinessFigures;
}

async function readiness({ checks, informative, figures }: Readiness) {
  const [required, others, shown] = await Promise.all([outcomesOf(checks), outcomesOf(informative), valuesOf(figures)]);
  const ready = Object.values(required).every((reason) => reason === 'ok');
  return { ready, dependencies: { ...required, ...others }, ...shown };
}

/** Reads the values. A value that cannot be read is null, and a check reports the reason. */
async function valuesOf(figures: ReadinessFigures): Promise<Record<string, object | null>> {
  const entries = await Promise.all(
    Object.entries(figures).map(async ([name, read]) => [name, await read().catch(() => null)] as const),
  );
  return Object.fromEntries(entries);
}

async function outcomesOf(checks: ReadinessChecks): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const reason = await check().then(
        () => 'ok',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return [name, reason] as const;
    }),
  );
  return Object.fromEntries(entries);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
