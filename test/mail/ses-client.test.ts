import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createHash, createHmac } from 'node:crypto';
import { SendEmailCommand, SESv2Client, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { createSesClient, NotSentError, type SesClient } from '../../mail/ses-client';
import { startWebhookReceiver, type ReceivedCall, type WebhookReceiver } from '../support/webhook-receiver';
import { holdTimers, type HeldTimers } from '../support/held-timers';
import { waitFor } from '../support/wait-for';

/** Compares requests to Amazon SES at the socket with those of AWS's own client. */

let provider: WebhookReceiver;
let client: SesClient;

beforeEach(async () => {
  provider = await startWebhookReceiver();
  client = clientOf(`http://${provider.host}`);
});

afterEach(async () => {
  client.close();
  await provider.stop();
});

const region = 'eu-west-1';
/** No other timer has this length. */
const timeoutMs = 59_000;
const clientOf = (endpoint: string): SesClient => createSesClient({ endpoint, region, timeoutMs });
const responseWith = (status: number, body: string, headers: Record<string, string> = {}): void =>
  provider.respondWith((response) => response.writeHead(status, headers).end(body));

const input: SendEmailCommandInput = {
  FromEmailAddress: 'Apex <hello@apex.test>',
  Destination: { ToAddresses: ['zoë@example.com'] },
  Content: {
    Simple: {
      Subject: { Data: 'Grüße 👋 "quoted" \\ \u2028', Charset: 'UTF-8' },
      Body: { Html: { Data: '<p>a & b</p>\n', Charset: 'UTF-8' } },
      Headers: [{ Name: 'X-Apex-Send-Id', Value: 'snd_1' }],
    },
  },
  EmailTags: [{ Name: 'apex-send-id', Value: 'snd_1' }],
  ConfigurationSetName: undefined,
};

test.each(['', '/a/prefix'])('sends the same request as the AWS SDK client, at %p', async (prefix) => {
  responseWith(200, '{"MessageId":"0100"}', { 'content-type': 'application/json' });
  const endpoint = `http://${provider.host}${prefix}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sdk = new SESv2Client({ region, endpoint, credentials, maxAttempts: 1 });
  await sdk.send(new SendEmailCommand(input));
  sdk.destroy();
  const ours = clientOf(endpoint);
  expect(await ours.sendEmail(input)).toEqual({ kind: 'accepted', messageId: '0100' });
  ours.close();
  const [theirs, mine] = provider.calls.map(({ method, path, headers, body }) => ({
    method,
    path,
    body: JSON.parse(body) as unknown,
    type: headers['content-type'],
    length: headers['content-length'],
    host: headers.host,
    scope: /Credential=([^,]+)/.exec(String(headers.authorization))?.[1],
  }));
  expect(mine).toMatchObject({ path: `${prefix}/v2/email/outbound-emails`, scope: expect.stringContaining('/ses/') });
  expect({ ...mine, length: undefined }).toEqual({ ...theirs, length: undefined });
});

test('a request is signed as AWS checks it', async () => {
  responseWith(200, '{"MessageId":"0100"}');
  await client.sendEmail(input);
  const [call] = provider.calls;
  expect(call!.headers.authorization).toBe(authorizationOf(call!));
});

/** Source: AWS, "Create a signed AWS API request" (Signature Version 4). */
function authorizationOf({ method, path, headers, body }: ReceivedCall): string {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const signedHeaders = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1] ?? '';
  expect(signedHeaders.split(';')).toEqual(expect.arrayContaining(['content-type', 'host', 'x-amz-date']));
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, path, '', lines.join(''), signedHeaders, sha256(body)].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = [time.slice(0, 8), region, 'ses', 'aws4_request'];
  const key = scope.reduce<string | Buffer>(hmac, 'AWS4local');
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n'));
  const credential = `Credential=local/${scope.join('/')}`;
  return `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signedHeaders}, Signature=${signature.toString('hex')}`;
}

test.each([
  ['its header', 429, '{"message":"No."}', { 'x-amzn-errortype': 'TooManyRequestsException:http://x/' }],
  ['__type of the body', 429, '{"__type":"com.amazonaws.sesv2#TooManyRequestsException"}', {}],
  ['code of the body', 429, '{"code":"TooManyRequestsException"}', {}],
])('the name of an error is read from %s', async (_, status, body, headers) => {
  responseWith(status, body, headers);
  expect(await client.sendEmail(input)).toEqual({ kind: 'refused', status, name: 'TooManyRequestsException' });
});

test('an error from a server other than SES has no name', async () => {
  responseWith(502, '<h1>Bad gateway</h1>');
  expect(await client.sendEmail(input)).toEqual({ kind: 'refused', status: 502, name: 'UnknownError' });
});

test.each(['<h1>Welcome</h1>', '{}', '{"MessageId":7}', 'null', ''])(
  'a 200 with %p is not a response of SES',
  async (body) => {
    responseWith(200, body);
    await expect(client.sendEmail(input)).rejects.toThrow();
  },
);

describe('a response that does not arrive in time', () => {
  let limit: HeldTimers;
  beforeEach(() => (limit = holdTimers(timeoutMs)));
  afterEach(() => limit.release());

  async function expectAbandoned(reply: Promise<unknown>): Promise<void> {
    expect(limit.waiting()).toBe(1);
    limit.elapse();
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
    expect(provider.calls).toHaveLength(1);
  }

  it('times out if nothing of it arrives', async () => {
    provider.respondWith(() => undefined);
    const reply = client.sendEmail(input);
    await waitFor(() => provider.calls.length === 1, { what: 'the request at SES' });
    await expectAbandoned(reply);
  });

  it('times out if only its head arrives', async () => {
    provider.respondWith((response) => response.writeHead(200).write('{"Mess'));
    let headers = 0;
    const count = (): void => void (headers += 1);
    subscribe('undici:request:headers', count);
    try {
      const reply = client.sendEmail(input);
      await waitFor(() => headers === 1, { what: 'the head of the answer' });
      await expectAbandoned(reply);
    } finally {
      unsubscribe('undici:request:headers', count);
    }
  });
});

test('a wrong clock is corrected after the refusal, and reset later', async () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const dateOf = (call?: ReceivedCall): number => {
    const time = String(call?.headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5');
    return Date.parse(time);
  };
  const refuseAt = (aheadMs: number): void =>
    responseWith(403, '{}', {
      'x-amzn-errortype': 'RequestExpired',
      date: new Date(now + aheadMs).toUTCString(),
    });
  try {
    for (const aheadMs of [3_600_000, 60_000, 0]) {
      refuseAt(aheadMs);
      await client.sendEmail(input);
    }
    await client.sendEmail(input);
    const aheadMinutes = provider.calls.map((call) => (dateOf(call) - now) / 60_000);
    expect(aheadMinutes.slice(0, 2)).toEqual([0, 60]);
    // Set a minute ahead, which AWS tolerates, so a right clock changes nothing.
    expect(aheadMinutes.slice(2)).toEqual([1, 1]);
  } finally {
    clock.mockRestore();
  }
});

test('without credentials SES is not called', async () => {
  const nowhere = {
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    AWS_CONFIG_FILE: '/nowhere',
  };
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'];
  const others = Object.entries(process.env).filter(([name]) => !names.includes(name));
  const replaced = jest.replaceProperty(process, 'env', { ...Object.fromEntries(others), ...nowhere });
  const real = clientOf('aws');
  try {
    const refused = await real.sendEmail(input).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotSentError);
    expect((refused as NotSentError).cause).toMatchObject({ name: 'CredentialsProviderError' });
  } finally {
    real.close();
    replaced.restore();
  }
});
