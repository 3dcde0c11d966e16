import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freeze, thaw } from './freeze';
import { startKillableStack, type Addresses, type KillableStack, type Victim } from './killable-stack';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

export const parts = ['API', 'worker', 'Temporal', 'PostgreSQL', 'email provider'] as const;
export type Part = (typeof parts)[number];

/**
 * What happens to a part. Killed: its process ends immediately, and another one replaces it. Frozen: it keeps
 * connections open, accepts new ones, and does not respond. Slow: all its traffic is delayed. Refusing: its connections
 * break and new ones are reset; the email provider responds with too many requests. Failing: the email provider
 * responds with 503.
 */
export const faults = ['killed', 'frozen', 'slow', 'refusing', 'failing'] as const;
export type Fault = (typeof faults)[number];

/** Every part with each of its faults. */
export const pairs: readonly (readonly [Part, Fault])[] = parts.flatMap((part) =>
  faults.filter((fault) => fault !== 'failing' || part === 'email provider').map((fault) => [part, fault] as const),
);

export interface FaultyStack extends KillableStack {
  /** URL of the API for callers. */
  apiUrl: string;
  /** @returns a function that ends the fault */
  begin(part: Part, fault: Fault): Promise<() => Promise<void>>;
}

type Line = 'postgres' | 'temporal' | 'mail';

/** Delay of the traffic to and from a slow part, in milliseconds. */
const delayMs = 100;

/**
 * Starts a service of separate processes. Its parts reach each other through proxies, and callers reach the API through
 * another one.
 */
export async function startFaultyStack(overrides: NodeJS.ProcessEnv): Promise<FaultyStack> {
  const proxies: TcpProxy[] = [];
  const proxyTo = async (port: number): Promise<TcpProxy> => {
    const proxy = await startTcpProxy('127.0.0.1', port);
    proxies.push(proxy);
    return proxy;
  };
  const linesOf: Partial<Record<'api' | 'worker', Record<Line, TcpProxy>>> = {};
  let mailPort = 0;
  const throughProxies = async (addresses: Addresses): Promise<Record<'api' | 'worker', Addresses>> => {
    const { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporal, SES_ENDPOINT: mailUrl } = addresses;
    mailPort = Number(new URL(mailUrl).port);
    const join = async (process: 'api' | 'worker'): Promise<Addresses> => {
      const postgres = await proxyTo(Number(new URL(databaseUrl).port));
      const lines = {
        postgres,
        temporal: await proxyTo(Number(temporal.split(':')[1])),
        mail: await proxyTo(mailPort),
      };
      linesOf[process] = lines;
      return {
        DATABASE_URL: lines.postgres.urlFor(databaseUrl),
        TEMPORAL_ADDRESS: lines.temporal.address,
        SES_ENDPOINT: `http://${lines.mail.address}`,
      };
    };
    return { api: await join('api'), worker: await join('worker') };
  };
  const stack = await startKillableStack(overrides, throughProxies);
  const { api, worker } = linesOf;
  if (api === undefined || worker === undefined) throw new Error('The stack has started without its lines.');
  const toApi = await proxyTo(Number(stack.environment['PORT']));
  const busyProvider = await startErringProvider(429, 'TooManyRequestsException');
  const failingProvider = await startErringProvider(503, 'ServiceUnavailable');
  const linesTo: Record<Part, TcpProxy[]> = {
    API: [toApi],
    worker: [worker.postgres, worker.temporal],
    Temporal: [api.temporal, worker.temporal],
    PostgreSQL: [api.postgres, worker.postgres],
    'email provider': [api.mail, worker.mail],
  };
  const processOf: Record<Exclude<Part, 'email provider'>, Victim> = {
    API: 'api',
    worker: 'worker',
    Temporal: 'temporal',
    PostgreSQL: 'postgres',
  };
  const leadTo = (lines: TcpProxy[], port: number): void => {
    for (const line of lines) {
      line.leadTo(port);
      line.cut();
    }
  };
  const startOnLines: Record<Fault, (lines: TcpProxy[], part: Part) => Promise<() => Promise<void>>> = {
    async killed(lines) {
      for (const line of lines) await line.stopListening();
      return async () => void (await Promise.all(lines.map((line) => line.listenAgain())));
    },
    async frozen(lines) {
      for (const line of lines) line.pauseUpstream();
      return async () => lines.forEach((line) => line.resume());
    },
    async slow(lines) {
      for (const line of lines) line.delay(delayMs);
      return async () => lines.forEach((line) => line.delay(0));
    },
    async refusing(lines, part) {
      if (part === 'email provider') {
        leadTo(lines, busyProvider.port);
        return async () => leadTo(lines, mailPort);
      }
      for (const line of lines) {
        line.refuse();
        line.cut();
      }
      return async () => {
        for (const line of lines) {
          line.resume();
          line.cut();
        }
      };
    },
    async failing(lines) {
      leadTo(lines, failingProvider.port);
      return async () => leadTo(lines, mailPort);
    },
  };
  return {
    ...stack,
    apiUrl: `http://${toApi.address}`,
    async begin(part, fault) {
      const isOfProcess = part !== 'email provider' && (fault === 'killed' || fault === 'frozen');
      if (!isOfProcess) return startOnLines[fault](linesTo[part], part);
      const victim = processOf[part];
      if (fault === 'killed') {
        await stack.kill(victim);
        return () => stack.restart(victim);
      }
      const pid = stack.pidOf(victim);
      freeze(pid);
      return async () => thaw(pid);
    },
    async stop() {
      await stack.stop();
      await Promise.all([...proxies.map((proxy) => proxy.close()), busyProvider.stop(), failingProvider.stop()]);
    },
  };
}

/** Responds to every request with an error of SES. */
async function startErringProvider(status: number, name: string) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name });
      response.end(JSON.stringify({ message: 'No.' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
