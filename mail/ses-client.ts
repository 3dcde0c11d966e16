import type { Readable } from 'node:stream';
import { GetAccountCommand, SESv2Client, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { SignatureV4 } from '@smithy/signature-v4';
import { Agent, type Dispatcher } from 'undici';
import type { AccountLimits } from '../domain/email/sending-limits';

export interface SesClientOptions {
  /** `aws`, or the URL of an SES-compatible endpoint. */
  endpoint: string;
  region: string;
  /** Of one request, milliseconds. */
  timeoutMs: number;
}

/** The response of SES: it has the message, or refused it with an HTTP status and the name of an error, such as `MessageRejected`. */
export type SesResponse = { kind: 'accepted'; messageId: string } | { kind: 'refused'; status: number; name: string };

export interface SesClient {
  /**
   * Sends one request, without retries. A response with an error status is returned even if its body breaks off: the status decides.
   * @throws NotSentError when the request never reached a connection to SES
   * @throws Error when there is no response in time, or an incomplete or malformed 2xx: SES may have the message
   */
  sendEmail(input: SendEmailCommandInput): Promise<SesResponse>;
  /** Reads the rate and the quota of the account. @throws if SES does not respond with them in time */
  readLimits(): Promise<AccountLimits>;
  close(): void;
}

/**
 * `SendEmail` of SES v2 as the AWS SDK makes it, with its credentials, endpoints and signature, but without the stack of middleware
 * that it takes each request through: that costs more than the request (adr/0019). Source: SES API reference v2, SendEmail; AWS
 * restJson1 protocol.
 */
export function createSesClient({ endpoint, region, timeoutMs }: SesClientOptions): SesClient {
  const sdk = createSdkClient({ endpoint, region });
  const { config } = sdk;
  const signer = new SignatureV4({ service: 'ses', region, credentials: config.credentials, sha256: config.sha256 });
  const agent = new Agent({ connect: { timeout: Math.min(5_000, timeoutMs) } });
  const clock = createSkewedClock();
  let url: Promise<URL> | undefined;
  return {
    async sendEmail(input) {
      const request = await prepared(async () => {
        url ??= addressOf(config, endpoint === 'aws' ? undefined : endpoint);
        return sign(signer, { url: await url, body: Buffer.from(JSON.stringify(input)), signingDate: clock.now() });
      });
      return withinTime(timeoutMs, async (signal) => read(await sendRequest(agent, request, signal), clock));
    },
    async readLimits() {
      const signal = AbortSignal.timeout(Math.min(5_000, timeoutMs));
      const { SendQuota } = await sdk.send(new GetAccountCommand({}), { abortSignal: signal });
      const { MaxSendRate, Max24HourSend, SentLast24Hours = 0 } = SendQuota ?? {};
      return { perSecond: limitOf(MaxSendRate), perDay: limitOf(Max24HourSend), sentInDay: SentLast24Hours };
    },
    close: () => {
      sdk.destroy();
      void agent.destroy();
    },
  };
}

/** SES says -1 for no limit. A rate of 0 belongs to an account that cannot send, which its responses say. */
const limitOf = (value: number | undefined): number | null => (value === undefined || value <= 0 ? null : value);

/** The SDK's own client. An endpoint that is not AWS takes any credentials. */
export function createSdkClient({ endpoint, region }: Pick<SesClientOptions, 'endpoint' | 'region'>): SESv2Client {
  const local = { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  return new SESv2Client({ region, ...(endpoint === 'aws' ? {} : local) });
}

/** SES got no request: there are no credentials, no endpoint for the region, or no connection (DNS, TCP or TLS failed). */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

async function prepared<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new NotSentError('The connection to SES failed.', { cause });
  }
}

async function sign(signer: SignatureV4, { url, body, signingDate }: { url: URL; body: Buffer; signingDate: Date }) {
  const { protocol, hostname, port, host, origin, pathname: path } = url;
  const headers = { host, 'content-type': 'application/json', 'content-length': String(body.length) };
  const request = { method: 'POST', protocol, hostname, path, query: {}, headers, body };
  const signed = await signer.sign(port === '' ? request : { ...request, port: Number(port) }, { signingDate });
  return { origin, path, method: 'POST', headers: signed.headers, body } as const;
}

/** Where SendEmail is, by the SDK's rules for endpoints. */
async function addressOf(
  { endpointProvider, region, useDualstackEndpoint, useFipsEndpoint }: SESv2Client['config'],
  endpoint: string | undefined,
): Promise<URL> {
  const { url } = endpointProvider({
    Region: await region(),
    UseDualStack: await useDualstackEndpoint(),
    UseFIPS: await useFipsEndpoint(),
    ...(endpoint === undefined ? {} : { Endpoint: endpoint }),
  });
  return new URL(`${url.pathname.replace(/\/$/, '')}/v2/email/outbound-emails`, url);
}

/** @throws NotSentError when writing never started, because the connection could not be opened in time */
async function sendRequest(agent: Agent, { body, ...request }: SignedRequest, signal: AbortSignal) {
  let isWriting = false;
  // undici reads the body only once it writes the request to an open connection.
  const chunks = (function* () {
    isWriting = true;
    yield body;
  })();
  try {
    return await agent.request({ ...request, body: chunks as unknown as Readable, signal });
  } catch (cause) {
    if (isWriting) throw cause;
    throw new NotSentError('The connection to SES failed.', { cause });
  }
}

type SignedRequest = Awaited<ReturnType<typeof sign>>;

/** Gives a request up after a time, however far it has come; the time-outs of undici are for its stages. */
async function withinTime<Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    return await work(abort.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function read(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  clock: SkewedClock,
): Promise<SesResponse> {
  if (status >= 200 && status < 300) {
    const { MessageId: messageId } = JSON.parse(await body.text()) as { MessageId?: unknown };
    if (typeof messageId !== 'string')
      throw new Error(
        'The endpoint accepted a message without returning its id. Check that SES_ENDPOINT is an SES endpoint.',
      );
    return { kind: 'accepted', messageId };
  }
  const text = await body.text().catch(() => '');
  if (status === 403) clock.compare(headers['date']);
  return { kind: 'refused', status, name: nameOfError(headers['x-amzn-errortype'], text) };
}

/** As `TooManyRequestsException`, from the header or the body. Source: Smithy, AWS restJson1 protocol, "Operation error serialization". */
function nameOfError(header: string | string[] | undefined, text: string): string {
  const name = [header].flat()[0] ?? nameInBody(text) ?? 'UnknownError';
  return name.replace(/:.*$/, '').replace(/^.*#/, '');
}

function nameInBody(text: string): string | undefined {
  try {
    const { __type: type, code } = JSON.parse(text) as { __type?: unknown; code?: unknown };
    return [type, code].find((name) => typeof name === 'string');
  } catch {
    return undefined;
  }
}

/** A signature counts for five minutes around the time of SES: a clock that is further off is set by its refusal. */
interface SkewedClock {
  now(): Date;
  /** @param date of SES, as its answer says */
  compare(date: string | string[] | undefined): void;
}

const toleratedSkewMs = 4 * 60_000;

function createSkewedClock(): SkewedClock {
  let skewMs = 0;
  return {
    now: () => new Date(Date.now() + skewMs),
    compare(date) {
      const aheadMs = Date.parse(String(date)) - Date.now();
      if (Math.abs(aheadMs - skewMs) > toleratedSkewMs) skewMs = aheadMs;
    },
  };
}
