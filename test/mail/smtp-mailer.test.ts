import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { createMailer } from '../../mail/create-mailer';
import type { Mailer, OutgoingMessage } from '../../operations/ports';
import { useDatabase } from '../support/database';
import { parseMail } from '../support/parse-mail';
import { startSmtpServer, type SmtpServer } from '../support/smtp-server';
import { waitFor } from '../support/wait-for';

let server: SmtpServer;
const database = useDatabase({ poolSize: 2 });
let mailer: Mailer;
let warnings: unknown[];
/** The mailer's connections to its server, oldest first. */
let sockets: Socket[] = [];

/** The timeout for silent servers. No test waits for it. */
const patienceMs = 60_000;

const keepSocket = (opened: unknown): void => void sockets.push((opened as { socket: Socket }).socket);

beforeAll(async () => {
  subscribe('net.client.socket', keepSocket);
});

afterAll(async () => {
  unsubscribe('net.client.socket', keepSocket);
});

const settings = () => ({
  SMTP_URL: server.url,
  SES_ENDPOINT: 'http://127.0.0.1:9',
  AWS_REGION: 'unused',
  MAIL_FROM: 'Apex <hello@apex.test>',
  SES_TIMEOUT_MS: patienceMs,
});

beforeEach(async () => {
  server = await startSmtpServer();
  warnings = [];
  await database('email_providers').delete();
  mailer = createMailer(settings(), { database, logger: { warn: (...warning) => void warnings.push(warning) } });
  sockets = [];
});

afterEach(async () => {
  mailer.close();
  await server.stop();
});

const message = (fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  sendId: 'snd_1',
  to: 'ada@example.com',
  subject: 'Grüße 🎉',
  html: '<p>Größe</p>',
  text: 'Größe\n.\nEnd',
  headers: {},
  ...fields,
});

test('a message arrives complete, with its ids and only the given headers', async () => {
  expect(await mailer.deliver(message())).toEqual({ kind: 'accepted', providerMessageId: 'snd_1@apex.test' });
  const [mail, ...others] = server.taken;
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ from: 'hello@apex.test', to: ['ada@example.com'] });
  const parsed = await parseMail(mail!.content.replace(/^\.\./gm, '.'));
  expect(parsed).toMatchObject({ subject: 'Grüße 🎉', html: '<p>Größe</p>', messageId: '<snd_1@apex.test>' });
  expect(parsed.text?.trim()).toBe('Größe\n.\nEnd');
  expect(parsed.headers.get('x-apex-send-id')).toBe('snd_1');
  expect([...parsed.headers.keys()].filter((name) => name.startsWith('list'))).toEqual([]);
});

test('neither subject nor address nor header can inject another header or recipient', async () => {
  const odd = {
    subject: 'a\r\nBcc: eve@example.com',
    to: 'ada@example.com, eve@example.com',
    headers: { 'X-A': 'b\r\nBcc: c@d.e' },
  };
  await mailer.deliver(message(odd));
  for (const { to, content } of server.taken) {
    expect(to).toHaveLength(1);
    expect(content).not.toMatch(/^bcc:/im);
  }
});

test('a subject of more than 998 bytes is cut between characters, with a warning that does not repeat it', async () => {
  const fits = 'ä'.repeat(499);
  await mailer.deliver(message({ subject: fits }));
  expect(warnings).toEqual([]);
  await mailer.deliver(message({ subject: `${'ä'.repeat(495)}👨‍👩‍👧‍👦 and more` }));
  const subjects = await Promise.all(server.taken.map(async ({ content }) => (await parseMail(content)).subject));
  expect(subjects).toEqual([fits, 'ä'.repeat(495)]);
  expect(warnings).toEqual([[{ sendId: 'snd_1', bytes: 1_024 }, expect.stringContaining('998 bytes')]]);
});

test('an address with letters outside ASCII needs a server with SMTPUTF8, unless they are in its domain', async () => {
  expect(await mailer.deliver(message({ to: 'ada@bücher.example' }))).toMatchObject({ kind: 'accepted' });
  expect(server.taken[0]?.to).toEqual(['ada@xn--bcher-kva.example']);
  const jürgen = message({ to: 'jürgen@bücher.example' });
  expect(await mailer.deliver(jürgen)).toMatchObject({ kind: 'unsupported_address' });
  expect(server.taken).toHaveLength(1);
  mailer.close();
  server.replies['EHLO'] = '250-test\r\n250 SMTPUTF8';
  mailer = createMailer(settings(), { database, logger: { warn: () => undefined } });
  expect(await mailer.deliver(jürgen)).toMatchObject({ kind: 'accepted' });
  expect(server.received).toContain('RCPT');
  expect(server.taken).toHaveLength(2);
});

/** Ends the client's timeout now instead of after a minute. */
function endPatience(): void {
  // Connections to the database have no timeout.
  const socket = sockets.findLast(({ timeout }) => timeout === patienceMs);
  expect(socket).toBeDefined();
  socket?.setTimeout(1);
}

test.each([
  ['MAIL', '451 later', 'not_accepted', 0],
  ['MAIL', '530 authentication required', 'not_accepted', 0],
  ['RCPT', '450 later', 'not_accepted', 0],
  ['RCPT', '550 nobody', 'rejected', 0],
  ['DATA', '452 full', 'not_accepted', 0],
  ['DATA', '554 no', 'rejected', 0],
  ['.', '451 later', 'not_accepted', 1],
  ['.', '554 spam', 'rejected', 1],
  ['MAIL', 'cut', 'not_accepted', 0],
  ['DATA', 'cut', 'not_accepted', 0],
  ['.', 'cut', 'ambiguous', 1],
] as const)('the response to %s is "%s": %s', async (command, reply, kind, taken) => {
  server.replies[command] = reply;
  expect(await mailer.deliver(message())).toMatchObject({ kind });
  expect(server.taken).toHaveLength(taken);
});

test.each([
  ['MAIL', '421 closing', true],
  ['MAIL', '451 later', true],
  ['MAIL', 'cut', true],
  ['RCPT', '450 greylisted', false],
  ['RCPT', '421 closing', true],
  ['DATA', '452 full', true],
  ['.', '451 greylisted', false],
  ['.', '421 closing', true],
] as const)('the response to %s is "%s": would others fail, too? %s', async (command, reply, isProviderFault) => {
  server.replies[command] = reply;
  expect(await mailer.deliver(message())).toMatchObject({ kind: 'not_accepted', isProviderFault });
});

test.each([
  ['DATA', 'not_accepted', 0],
  ['.', 'ambiguous', 1],
] as const)('%s without a response: %s', async (command, kind, taken) => {
  server.replies[command] = 'hang';
  const result = mailer.deliver(message());
  await waitFor(() => server.received.includes(command), { what: `${command} at the server` });
  endPatience();
  expect(await result).toMatchObject({ kind });
  expect(server.taken).toHaveLength(taken);
});

test('an unavailable server has accepted nothing', async () => {
  await server.stop();
  expect(await mailer.deliver(message())).toMatchObject({ kind: 'not_accepted' });
  server = await startSmtpServer();
});
