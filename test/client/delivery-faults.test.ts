import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as AbortAfter from '../../client/src/abort-after';
import type * as RetryDelay from '../../client/src/retry-delay';
import {
  createApexClient,
  DeliveryError,
  type ApexClient,
  type ApexError,
  type ApexClientOptions,
} from '../../client/src/index';
import { holdTimers } from '../support/held-timers';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

jest.mock('../../client/src/retry-delay', () => {
  const real = jest.requireActual<typeof RetryDelay>('../../client/src/retry-delay');
  return {
    ...real,
    retryDelayMs: (...given: [number, number, () => number]) => mockPauseMs(real.retryDelayMs(...given)),
  };
});
jest.mock('../../client/src/abort-after', () => ({
  abortAfter: (controller: AbortController, ms: number) => {
    mockAttempt = controller;
    return mockAbortAfter(controller, mockLimitsMs.shift() ?? ms);
  },
}));

/** Pauses between attempts have their own tests, so they are shorter here. */
const shortPause = (ms: number): number => ms / 20;
const endlessPause = (): number => 3_600_000;
let mockPauseMs: (ms: number) => number;
/** Time limits of the next attempts, instead of the client's own. */
let mockLimitsMs: number[];
let mockAttempt: AbortController | undefined;
const { abortAfter: mockAbortAfter } = jest.requireActual<typeof AbortAfter>('../../client/src/abort-after');

/** Ends the time limit of the current attempt. */
const giveUpAttempt = (): void => void mockAbortAfter(mockAttempt!, 0);

/** Timeout for requests to the service, longer than any machine needs. */
const patience = { timeoutMs: 120_000 };

let proxy: TcpProxy;

afterAll(() => proxy.close());

const world = useWorld({ temporal: false });

beforeAll(async () => {
  proxy = await startTcpProxy('127.0.0.1', Number(new URL(world.apiUrl).port));
});

const clients: ApexClient[] = [];
const servers: Server[] = [];

beforeEach(() => {
  mockPauseMs = shortPause;
  mockLimitsMs = [];
});

afterEach(async () => {
  proxy.resume();
  await Promise.allSettled(clients.splice(0).map((client) => client.close({ timeoutMs: 0 })));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A client behind the faulty connection, with its attempts and losses. */
function apexClient(options: Partial<ApexClientOptions> = {}) {
  const tried: string[][] = [];
  const losses: string[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  const client = createApexClient({
    baseUrl: `http://${proxy.address}`,
    serverKey: world.demo.serverKey,
    flushIntervalMs: 10,
    ...patience,
    onError: ({ code }) => losses.push(code),
    ...options,
    fetch: (input, init) => {
      const { events } = JSON.parse(String(init?.body)) as { events: { messageId: string }[] };
      tried.push(events.map(({ messageId }) => messageId));
      signals.push(init?.signal);
      return fetch(input, init);
    },
  });
  clients.push(client);
  return { client, tried, losses, signals };
}

/** Removes timeouts that are only weakly referenced. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Refuses new connections and closes pooled ones. */
const goAway = (): void => {
  proxy.refuse();
  proxy.cut();
};

const stored = async (type: string): Promise<string[]> => {
  const rows = await world.database('events').where({ workspace_id: world.demo.workspaceId, type });
  return rows.map(({ message_id }) => message_id as string).sort();
};

const track = (client: ApexClient, type: string, count = 1): void => {
  for (let number = 0; number < count; number += 1)
    client.track({ type, visitorId: 'v', messageId: `${type}-${number}` });
};

const codesOf = (error: unknown): string[] => (error as DeliveryError).failures.map(({ error: { code } }) => code);

/** Responds according to the script, and then repeats its last response. */
async function scriptedServer(
  script: ((response: ServerResponse) => void)[],
): Promise<{ url: string; requests(): number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    script[Math.min(requests, script.length - 1)]?.(response);
    requests += 1;
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const busy = { error: 'Busy.', code: 'SERVICE_UNAVAILABLE', status: 503 };

test('an event with a lost response after the commit is sent again and stored once', async () => {
  const { client, tried, losses } = apexClient();
  proxy.withholdResponses();
  track(client, 'swallowed', 3);
  await waitFor(async () => (await stored('swallowed')).length === 3);
  giveUpAttempt();
  await waitFor(() => tried.length >= 2, { what: 'another attempt' });
  proxy.cut();
  proxy.resume();
  await client.flush(patience);
  expect(new Set(tried.map((ids) => ids.join()))).toEqual(new Set(['swallowed-0,swallowed-1,swallowed-2']));
  expect(await stored('swallowed')).toHaveLength(3);
  expect(losses).toEqual([]);
});

test('all events are stored in order after the service comes back', async () => {
  const { client, tried, losses } = apexClient({ maxBatch: 2 });
  goAway();
  track(client, 'away', 5);
  await waitFor(() => tried.length >= 3, { what: 'several attempts' });
  // Later events wait for earlier ones.
  expect(new Set(tried.map((ids) => ids.join()))).toEqual(new Set(['away-0,away-1']));
  proxy.resume();
  await client.flush(patience);
  expect([...new Set(tried.map((ids) => ids.join()))]).toEqual(['away-0,away-1', 'away-2,away-3', 'away-4']);
  expect(await stored('away')).toEqual(['away-0', 'away-1', 'away-2', 'away-3', 'away-4']);
  expect(losses).toEqual([]);
});

test('an event is sent again after a broken connection and stored once', async () => {
  const { client, tried } = apexClient();
  proxy.pauseUpstream();
  track(client, 'broken');
  await waitFor(() => tried.length === 1);
  const flushed = client.flush(patience);
  proxy.cut();
  await waitFor(() => {
    proxy.cut();
    return tried.length >= 2;
  });
  proxy.resume();
  await flushed;
  expect(await stored('broken')).toEqual(['broken-0']);
});

test('a request to a hanging service times out and is retried, even after garbage collection', async () => {
  const { client, tried } = apexClient();
  // The first attempt ends by the client's own timer, which must survive garbage collection.
  mockLimitsMs = [1_000];
  proxy.pauseUpstream();
  track(client, 'hanging');
  await waitFor(() => tried.length === 1);
  collectGarbage();
  await waitFor(() => tried.length >= 2, { what: 'another attempt' });
  expect(await stored('hanging')).toEqual([]);
  proxy.resume();
  await client.flush(patience);
  expect(await stored('hanging')).toEqual(['hanging-0']);
});

test('a flush that times out lists the events not stored, and delivery continues', async () => {
  const { client, tried, losses } = apexClient();
  goAway();
  track(client, 'late', 2);
  await waitFor(() => tried.length >= 2, { what: 'an attempt that failed' });
  const error: unknown = await client.flush({ timeoutMs: 100 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeliveryError);
  expect((error as DeliveryError).failures).toMatchObject([
    {
      event: { type: 'late', messageId: 'late-0' },
      error: { code: 'NOT_STORED_YET', cause: { code: 'NETWORK_ERROR' } },
    },
    { event: { type: 'late', messageId: 'late-1' }, error: { code: 'NOT_STORED_YET' } },
  ]);
  proxy.resume();
  await client.flush(patience);
  expect(await stored('late')).toEqual(['late-0', 'late-1']);
  expect(losses).toEqual([]);
});

test('a close that times out stops delivery, and another client can track its events again', async () => {
  const { client, tried, losses, signals } = apexClient();
  proxy.withholdResponses();
  track(client, 'given-up', 2);
  await waitFor(async () => (await stored('given-up')).length === 2);
  const error: unknown = await client.close({ timeoutMs: 50 }).catch((thrown: unknown) => thrown);
  expect(codesOf(error)).toEqual(['NOT_STORED_YET', 'NOT_STORED_YET']);
  expect(losses).toEqual(['CLOSED', 'CLOSED']);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  proxy.cut();
  proxy.resume();

  const next = apexClient();
  for (const { event } of (error as DeliveryError).failures) next.client.track(event);
  await next.client.flush(patience);
  expect(await stored('given-up')).toEqual(['given-up-0', 'given-up-1']);
  expect(tried).toHaveLength(1);
});

test('temporary errors are retried, and a response of another server does not count as stored', async () => {
  const server = await scriptedServer([
    reply(503, busy),
    reply(429, { error: 'Slower.', code: 'RATE_LIMITED', status: 429 }),
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the network</h1>'),
    (response) => void response.destroy(),
    reply(200, { received: 1 }),
  ]);
  const { client, tried, losses } = apexClient({ baseUrl: server.url });
  track(client, 'scripted');
  await client.flush(patience);
  expect(tried).toEqual(Array(5).fill(['scripted-0']));
  expect(losses).toEqual([]);
});

test('a redirect is not followed because it would send the key and events elsewhere', async () => {
  const elsewhere = await scriptedServer([reply(200, { received: 1 })]);
  const server = await scriptedServer([reply(307, {}, { location: elsewhere.url })]);
  const { client, losses } = apexClient({ baseUrl: server.url });
  track(client, 'moved');
  await expect(client.flush(patience)).rejects.toBeInstanceOf(DeliveryError);
  expect(losses).toEqual(['HTTP_ERROR']);
  expect(elsewhere.requests()).toBe(0);
});

test('closing retries once immediately, but respects Retry-After', async () => {
  const [impatient, patient] = await Promise.all([
    scriptedServer([reply(503, busy)]),
    scriptedServer([reply(503, busy, { 'retry-after': '3600' })]),
  ]);
  // Pauses never end here, so only closing can cause a retry.
  mockPauseMs = endlessPause;
  const hurried = apexClient({ baseUrl: impatient.url });
  const requested = apexClient({ baseUrl: patient.url });
  track(hurried.client, 'hurried');
  track(requested.client, 'asked');
  const isPausing = ({ client }: ReturnType<typeof apexClient>) =>
    client.flush({ timeoutMs: 1 }).then(
      () => false,
      (error: DeliveryError) => (error.failures[0]?.error.cause as ApexError | undefined)?.status === 503,
    );
  for (const one of [hurried, requested]) await waitFor(() => isPausing(one), { what: 'the pause after a refusal' });
  expect([impatient.requests(), patient.requests()]).toEqual([1, 1]);
  const limit = holdTimers(59_000);
  try {
    const closed = [hurried, requested].map(({ client }) => client.close({ timeoutMs: 59_000 }).catch(codesOf));
    await waitFor(() => impatient.requests() === 2, { what: 'the request of the close' });
    limit.elapse();
    expect(await Promise.all(closed)).toEqual([['NOT_STORED_YET'], ['NOT_STORED_YET']]);
  } finally {
    limit.release();
  }
  expect([impatient.requests(), patient.requests()]).toEqual([2, 1]);
});
