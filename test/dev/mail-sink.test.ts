import { request } from 'node:http';
import type { RunningMail } from '../../dev/mail';
import { readSink } from '../support/mail-sink';
import { sendToSink, startOwnSink } from '../support/own-mail-sink';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
let sink: RunningMail;

beforeAll(async () => {
  process.env['MAIL_SINK_NAMES'] = 'mail, sink.internal';
  sink = await startOwnSink(root);
});

afterAll(() => sink?.stop());

interface Response {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Uses the socket, because `fetch` sets Host and Origin itself. */
const send = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const call = request(`${sink.url}${path}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('error', reject);
    call.end();
  });

const hostOf = (name: string): string => `${name}:${sink.port}`;

test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.0.0.53', 'mail', 'sink.internal'])(
  'a request for %s is served',
  async (name) => {
    for (const path of ['/', '/store', '/health-check']) {
      expect(await send('GET', path, { host: hostOf(name) })).toMatchObject({ status: 200 });
    }
  },
);

test.each([
  'mallory.example',
  '127.0.0.1.mallory.example',
  'localhost.mallory.example',
  'mail.mallory.example',
  '10.0.0.1',
  'a@127.0.0.1',
  '',
])('a request for the foreign host %j is refused, as DNS rebinding could send it', async (name) => {
  await sendToSink(sink.url, { subject: 'Secret link' });
  for (const path of ['/', '/store', '/health-check']) {
    const { status, body } = await send('GET', path, { host: hostOf(name) });
    expect(status).toBe(403);
    expect(body).not.toContain('Secret link');
  }
  expect((await send('POST', '/clear-store', { host: hostOf(name) })).status).toBe(403);
});

test.each([
  ['another origin', { origin: 'https://mallory.example' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['no origin, as a sandboxed frame has', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a subdomain', { 'sec-fetch-site': 'same-site' }],
])('a page of %s changes nothing', async (_what, headers: Record<string, string>) => {
  await sendToSink(sink.url);
  const before = await readSink(sink.url);
  for (const [method, path] of [
    ['POST', '/clear-store'],
    ['POST', '/v2/email/outbound-emails'],
    ['POST', '/'],
    ['PUT', '/v2/email/templates/x'],
    ['DELETE', '/v2/email/templates/x'],
  ] as const) {
    expect((await send(method, path, { ...headers, authorization: 'AWS test' })).status).toBe(403);
  }
  expect(await readSink(sink.url)).toEqual(before);
});

test('programs and the page of the sink may make changes', async () => {
  await sendToSink(sink.url);
  const own = { origin: sink.url, 'sec-fetch-site': 'same-origin' };
  expect(await send('POST', '/clear-store', own)).toMatchObject({ status: 200 });
  expect(await readSink(sink.url)).toEqual([]);
  await sendToSink(sink.url);
  expect(await send('POST', '/clear-store', { ...own, 'sec-fetch-mode': 'navigate' })).toMatchObject({
    status: 303,
    headers: { location: '/' },
  });
  expect(await readSink(sink.url)).toEqual([]);
  await sendToSink(sink.url);
  expect((await send('POST', '/clear-store')).status).toBe(200);
  expect(await readSink(sink.url)).toEqual([]);
});

test('every response has a policy that forbids all scripts', async () => {
  const id = await sendToSink(sink.url, { subject: '<img src=x onerror=alert(1)>', html: '<script>alert(1)</script>' });
  for (const path of ['/', `/messages/${id}`, `/messages/${id}/html`, '/messages/none', '/store', '/none']) {
    const { headers, body } = await send('GET', path);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe-eval/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    if (!path.endsWith('/html') && path !== '/store') expect(body).not.toMatch(/<img|<script>/);
  }
  const framed = await send('GET', `/messages/${id}/html`);
  expect(framed.headers['content-security-policy']).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(framed.body).toBe('<base target="_blank"><script>alert(1)</script>');
});
