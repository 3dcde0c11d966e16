import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { callWebhook, type CallResult } from '../../egress/webhook-client';
import { createCertificates, readCertificate, type Authority, type CertificateFiles } from '../support/certificates';
import { holdTimers } from '../support/held-timers';
import { runEntry } from '../support/run-entry';
import { waitFor } from '../support/wait-for';

/** Reasons why calls get no response, tested with real sockets. */

let stopAll: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stopAll.map((stop) => stop()));
  stopAll = [];
});

/** @returns its port */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stopAll.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server that calls `respond` with each connection when it has received something. */
const startRaw = (respond: (socket: Socket) => void): Promise<number> =>
  listen(createServer((socket) => void socket.once('data', () => respond(socket))));

const startTls = (certificate: CertificateFiles): Promise<number> =>
  listen(createHttpsServer(readCertificate(certificate), (_, response) => response.end()));

function call(url: string, timeoutMs = 3_600_000): Promise<CallResult> {
  const { signal } = new AbortController();
  const request = { url, method: 'POST', headers: {}, body: '{}', timeoutMs } as const;
  return callWebhook(request, { allowHosts: [new URL(url).host], signal });
}

const unanswered = (reason: string) => expect.objectContaining({ kind: 'unanswered', reason });

test('a host without an address', async () => {
  expect(await call('https://receiver.invalid/')).toEqual(unanswered('dns'));
});

test('a closed port', async () => {
  const port = await startRaw(() => undefined);
  await stopAll.pop()!();
  expect(await call(`http://127.0.0.1:${port}/`)).toEqual(unanswered('refused'));
});

test.each<[string, (socket: Socket) => void, string]>([
  ['is reset before the answer', (socket) => socket.resetAndDestroy(), 'reset'],
  ['is closed before the answer', (socket) => socket.destroy(), 'reset'],
  [
    'is reset within the headers',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-le', () => socket.resetAndDestroy()),
    'reset',
  ],
  ['is closed within the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'), 'reset'],
  [
    'carries 100 KB of headers',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`),
    'headers_too_large',
  ],
  ['carries no HTTP', (socket) => socket.end('220 mail.example.com ESMTP\r\n'), 'invalid_response'],
])('a connection that %s', async (_, respond, reason) => {
  expect(await call(`http://127.0.0.1:${await startRaw(respond)}/`)).toEqual(unanswered(reason));
});

test('a connection that hangs', async () => {
  let received = 0;
  const port = await startRaw(() => void (received += 1));
  const limit = holdTimers(59_000);
  try {
    const result = call(`http://127.0.0.1:${port}/`, 59_000);
    await waitFor(() => received === 1, { what: 'the call' });
    limit.elapse();
    expect(await result).toEqual(unanswered('timeout'));
  } finally {
    limit.release();
  }
});

test.each([200, 500])('for a response with status %d and a large or broken body, the status counts', async (code) => {
  const head = `HTTP/1.1 ${code} Status\r\ncontent-length: 1000000\r\n\r\n`;
  const large = await startRaw((socket) => socket.write(head + 'x'.repeat(1_000_000)));
  const broken = await startRaw((socket) => socket.write(`${head}x`, () => socket.end()));
  for (const port of [large, broken]) {
    expect(await call(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'answered', status: code });
  }
});

test('a private address is refused before anything is sent', async () => {
  let connections = 0;
  const server = createServer(() => void (connections += 1));
  const port = await listen(server);
  const { signal } = new AbortController();
  const request = {
    url: `https://127.0.0.1:${port}/`,
    method: 'POST',
    headers: {},
    body: null,
    timeoutMs: 60_000,
  } as const;
  expect(await callWebhook(request, { allowHosts: [], signal })).toEqual({ kind: 'refused', reason: 'egress_refused' });
  expect(connections).toBe(0);
});

describe('over TLS', () => {
  let certificates: ReturnType<typeof createCertificates>;
  let authority: Authority;

  beforeAll(() => {
    certificates = createCertificates();
    authority = certificates.createAuthority('trusted');
  });

  afterAll(() => certificates.remove());

  /** Calls from a process that trusts the test authority. */
  async function callTrusting(url: string): Promise<CallResult> {
    const environment = { NODE_EXTRA_CA_CERTS: authority.certificate };
    const { stdout } = await runEntry('test/support/call-webhook.ts', [url], environment);
    return JSON.parse(stdout) as CallResult;
  }

  test.each([
    ['is good', { names: ['IP:127.0.0.1'] }, { kind: 'answered', status: 200 }],
    ['expired yesterday', { names: ['IP:127.0.0.1'], days: -1 }, unanswered('tls_expired')],
    ['names another host', { names: ['DNS:other.example'] }, unanswered('tls_hostname')],
  ])('a certificate that %s', async (name, options, expected) => {
    const port = await startTls(authority.issue(name.replaceAll(' ', '-'), options));
    expect(await callTrusting(`https://127.0.0.1:${port}/`)).toEqual(expected);
  });

  test('a certificate of an unknown authority', async () => {
    const port = await startTls(authority.issue('unknown', { names: ['IP:127.0.0.1'] }));
    expect(await call(`https://127.0.0.1:${port}/`)).toEqual(unanswered('tls_untrusted'));
  });

  test('a self-signed certificate', async () => {
    const port = await startTls(certificates.createAuthority('self-signed'));
    expect(await call(`https://127.0.0.1:${port}/`)).toEqual(unanswered('tls_untrusted'));
  });

  test('a port with plain HTTP', async () => {
    const port = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await call(`https://127.0.0.1:${port}/`)).toEqual(unanswered('tls'));
  });
});
