import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSesMailer } from '../../mail/ses-mailer';
import type { MailProvider, OutgoingMessage } from '../../operations/ports';
import { startSesStandIn, type SesStandIn, type SesFault } from '../support/ses-stand-in';
import { holdTimers } from '../support/held-timers';
import { waitFor } from '../support/wait-for';

/** The effect of SES failures on a message, at the socket. */

let ses: SesStandIn;
let mailer: MailProvider;

/** No other timer has this length. */
const timeoutMs = 58_000;

const mailerOf = (endpoint: string): MailProvider =>
  createSesMailer({
    endpoint,
    region: 'eu-west-1',
    timeoutMs,
    from: 'Apex <hello@apex.test>',
    senderDomains: new Map(),
    configurationSet: undefined,
  });

beforeEach(async () => {
  ses = await startSesStandIn();
  mailer = mailerOf(ses.endpoint);
});

afterEach(async () => {
  mailer.close();
  await ses.stop();
});

const message: OutgoingMessage = {
  sendId: 'snd_1',
  to: 'ada@example.com',
  subject: 'Hello',
  html: null,
  text: 'Hello',
  headers: {},
};

const outage = (reason: string) => ({ kind: 'not_accepted', reason, isProviderFault: true });

test.each<[string, SesFault, object]>([
  ['503', { status: 503, name: 'ServiceUnavailable' }, outage('ServiceUnavailable')],
  ['500', { status: 500, name: 'InternalFailure' }, outage('InternalFailure')],
  ['502 of a gateway', { status: 502 }, outage('HTTP 502')],
  ['a redirect', { status: 301 }, outage('HTTP 301')],
  ['429', { status: 429, name: 'TooManyRequestsException' }, outage('TooManyRequestsException')],
  ['throttling', { status: 400, name: 'ThrottlingException' }, outage('ThrottlingException')],
  ['an expired signature', { status: 400, name: 'RequestExpired' }, outage('RequestExpired')],
  ['408', { status: 408, name: 'RequestTimeoutException' }, outage('RequestTimeoutException')],
  ['wrong credentials', { status: 403, name: 'UnrecognizedClientException' }, outage('UnrecognizedClientException')],
  ['a paused account', { status: 400, name: 'SendingPausedException' }, outage('SendingPausedException')],
  ['a missing configuration set', { status: 404, name: 'NotFoundException' }, outage('NotFoundException')],
  ['the head of a 503 whose body breaks off', { status: 503, cut: 'body' }, outage('HTTP 503')],
  ['the head of a 429 whose body breaks off', { status: 429, cut: 'body' }, outage('HTTP 429')],
  [
    'the domain of one workspace that is not verified',
    { status: 400, name: 'MailFromDomainNotVerifiedException' },
    { kind: 'not_accepted', reason: 'MailFromDomainNotVerifiedException', isProviderFault: false },
  ],
  ['a refused message', { status: 400, name: 'MessageRejected' }, { kind: 'rejected', reason: 'MessageRejected' }],
  ['a bad request', { status: 400, name: 'BadRequestException' }, { kind: 'rejected', reason: 'BadRequestException' }],
  ['a 200 whose body breaks off', { status: 200, cut: 'body' }, { kind: 'ambiguous' }],
  ['a status line alone', { status: 503, cut: 'head' }, { kind: 'ambiguous' }],
  ['a connection reset after the request', 'reset', { kind: 'ambiguous' }],
])('%s', async (_, fault, result) => {
  ses.failWith(fault);
  expect(await mailer.deliver(message)).toMatchObject(result);
  expect(ses.requests()).toBe(1);
});

test('a refused connection accepted nothing', async () => {
  await ses.refuseConnections();
  expect(await mailer.deliver(message)).toEqual(outage('ECONNREFUSED'));
});

test('a connection that breaks in the TLS handshake accepted nothing', async () => {
  const server = createServer((socket) => socket.resetAndDestroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const secured = mailerOf(`https://127.0.0.1:${(server.address() as { port: number }).port}`);
  try {
    expect(await secured.deliver(message)).toMatchObject({ kind: 'not_accepted', isProviderFault: true });
  } finally {
    secured.close();
    server.close();
  }
});

test('a connection that does not open in time accepted nothing', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const limit = holdTimers(timeoutMs);
  const secured = mailerOf(`https://127.0.0.1:${(server.address() as { port: number }).port}`);
  try {
    const result = secured.deliver(message);
    await waitFor(() => sockets.length === 1 && limit.waiting() === 1, { what: 'the handshake to hang' });
    limit.elapse();
    expect(await result).toMatchObject({ kind: 'not_accepted', isProviderFault: true });
  } finally {
    limit.release();
    secured.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

test.each<[string, SesFault, string]>([
  ['no answer at all', 'hang', 'ambiguous'],
  ['the head of a 200', { status: 200, cut: 'hang' }, 'ambiguous'],
  ['the head of a 503', { status: 503, cut: 'hang' }, 'not_accepted'],
])('%s in time', async (_, fault, kind) => {
  const limit = holdTimers(timeoutMs);
  let heads = 0;
  const count = (): void => void (heads += 1);
  subscribe('undici:request:headers', count);
  try {
    ses.failWith(fault);
    const result = mailer.deliver(message);
    const isHanging = () => (fault === 'hang' ? ses.requests() === 1 : heads === 1);
    await waitFor(isHanging, { what: 'the request at SES' });
    limit.elapse();
    expect(await result).toMatchObject({ kind });
  } finally {
    unsubscribe('undici:request:headers', count);
    limit.release();
  }
});

test('the domain of an address is encoded; letters outside ASCII before it are refused without a request', async () => {
  expect(await mailer.deliver({ ...message, to: 'jürgen@example.com' })).toMatchObject({ kind: 'unsupported_address' });
  expect(ses.requests()).toBe(0);
  expect(await mailer.deliver({ ...message, to: 'ada@bücher.example' })).toMatchObject({ kind: 'accepted' });
});
