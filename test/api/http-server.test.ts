import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { loadApiSettings, threadsOn } from '../../config';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld({ temporal: false });
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const start = async (environment: NodeJS.ProcessEnv): Promise<number> => (await world.startApi(environment)).port;

interface Client {
  socket: Socket;
  received: () => string;
  isClosed: () => boolean;
}

/** Opens a raw connection and sends only the text. */
function open(port: number, text = ''): Client {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  let closed = false;
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  socket.on('close', () => (closed = true));
  if (text !== '') socket.write(text);
  return { socket, received: () => received, isClosed: () => closed };
}

const metric = async (port: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
const stalledBody =
  'POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"type":';

describe('incomplete requests', () => {
  it('get 408, are closed and counted, even with 300 stalled bodies', async () => {
    const port = await start({ REQUEST_TIMEOUT_MS: '300' });
    const clients = Array.from({ length: 300 }, () => open(port, stalledBody));
    await waitFor(() => clients.every(({ isClosed }) => isClosed()), { what: 'closed connections' });
    const firstLines = new Set(clients.map(({ received }) => received().split('\r\n')[0]));
    expect([...firstLines]).toEqual(['HTTP/1.1 408 Request Timeout']);
    expect(bodyOf(clients[0]?.received() ?? '')).toEqual({
      error: expect.stringContaining('Retry the request'),
      code: 'REQUEST_TIMEOUT',
      status: 408,
    });
    // On a slow machine, the short timeout can affect these requests, too.
    expect(await waitFor(() => metric(port, 'apex_http_requests_timed_out'))).toBeGreaterThanOrEqual(300);
    await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);
  });

  it('are closed if their headers stall', async () => {
    const port = await start({ HEADERS_TIMEOUT_MS: '300' });
    const client = open(port, 'GET /healthz HTTP/1.1\r\nHost: loc');
    await waitFor(client.isClosed);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('are closed without a second response if the first one came before the body', async () => {
    const port = await start({ REQUEST_TIMEOUT_MS: '2000' });
    const client = open(port, stalledBody.replace('/api/events', '/api/beliefs'));
    await waitFor(client.isClosed);
    expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('time out after a complete request on the same connection', async () => {
    const port = await start({ REQUEST_TIMEOUT_MS: '2000' });
    const client = open(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await waitFor(() => client.received().includes('"ok"'));
    client.socket.write(stalledBody);
    await waitFor(client.isClosed);
    expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408']);
  });
});

it('returns the usual error format for data that is not HTTP', async () => {
  const client = open(await start({}), 'not http at all\r\n\r\n');
  await waitFor(client.isClosed);
  expect(bodyOf(client.received())).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
});

it('returns a validation error for a URL that is too long', async () => {
  const client = open(
    await start({}),
    `GET /api/experiments/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  await waitFor(client.isClosed);
  expect(client.received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(client.received())).toEqual({
    error: 'The URL and headers of a request can have at most 16 KB in total. Shorten them.',
    code: 'VALIDATION_ERROR',
    status: 400,
  });
});

it('refuses and counts connections beyond the limit, and accepts new ones after others close', async () => {
  const port = await start({ MAX_CONNECTIONS: '5' });
  const held = Array.from({ length: 5 }, () => open(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  await waitFor(() => held.every(({ received }) => received().includes('"ok"')));
  const refused = [open(port), open(port), open(port)];
  await waitFor(() => refused.every(({ isClosed }) => isClosed()));
  expect(held.some(({ isClosed }) => isClosed())).toBe(false);
  expect(refused.map(({ received }) => received())).toEqual(['', '', '']);
  held[0]?.socket.destroy();
  expect(await waitFor(() => metric(port, 'apex_http_connections_refused'))).toBeGreaterThanOrEqual(3);
});

it('names the invalid setting', () => {
  expect(() => loadApiSettings({ ...world.environment, HEADERS_TIMEOUT_MS: '20000' })).toThrow(
    /^Wrong settings: HEADERS_TIMEOUT_MS must not be longer than REQUEST_TIMEOUT_MS\. /,
  );
});

it('leaves one core to the event loop and uses one to four threads', () => {
  expect([1, 2, 3, 5, 64].map(threadsOn)).toEqual([1, 1, 2, 4, 4]);
  expect(loadApiSettings(world.environment).THREADS).toBe(threadsOn(availableParallelism()));
});
