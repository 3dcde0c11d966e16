import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { UndiciHttpHandler } from '@smithy/undici-http-handler';

/** The delivery port: what the service needs of an email provider, and its adapter to Amazon SES v2. */

export interface OutgoingMessage {
  /** The service's own id of the send; travels as a header and a message tag, so that a send can be found again. */
  sendId: string;
  to: string;
  subject: string;
  /** Null for a message that has none; one of html and text is there. */
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
}

/**
 * What became of a message.
 * `accepted`: the provider has it. `rejected`: it never will (the message or address is refused). `not_accepted`: it has not,
 * and may be asked again later. `ambiguous`: it may or may not have it; asking again could send twice.
 */
export type DeliveryResult =
  | { kind: 'accepted'; providerMessageId: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'not_accepted'; reason: string }
  | { kind: 'ambiguous'; reason: string };

/** What a provider says of a send whose result was ambiguous. `unknown` when it cannot say. */
export type LookupResult = { kind: 'accepted'; providerMessageId: string } | { kind: 'absent' } | { kind: 'unknown' };

export interface Mailer {
  deliver(message: OutgoingMessage): Promise<DeliveryResult>;
  /** To be asked only once `settledAfterMs` have passed since the delivery began. */
  lookUp(sendId: string, startedAt: Date): Promise<LookupResult>;
  /** Milliseconds after which a delivery that was begun has reached the provider or never will. */
  readonly settledAfterMs: number;
  close(): void;
}

export interface SesOptions {
  /** `aws`, or the URL of an SES-compatible endpoint. */
  endpoint: string;
  region: string;
  from: string;
  /** Of one request, milliseconds. */
  timeoutMs: number;
  configurationSet: string | undefined;
}

/**
 * SES v2 `SendEmail` with Simple content and its `Headers`. One attempt a call: the SDK's own retry could send twice.
 * Source: SES API reference, SendEmail.
 */
export function createSesMailer(options: SesOptions): Mailer {
  const local = options.endpoint !== 'aws';
  const client = new SESv2Client({
    region: options.region,
    maxAttempts: 1,
    retryStrategy: { retry: (send, message) => send(message) },
    cacheMiddleware: true,
    requestHandler: new BoundedHttpHandler(options.timeoutMs),
    ...(local ? { endpoint: options.endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  leaveOutWhatRepeats(client);
  return {
    settledAfterMs: options.timeoutMs + 1_000,
    async deliver(message) {
      try {
        const answer = await client.send(sendEmailCommand(message, options));
        return { kind: 'accepted', providerMessageId: answer.MessageId ?? '' };
      } catch (error) {
        return deliveryResultOf(error);
      }
    },
    lookUp: (sendId, startedAt) =>
      local ? lookUpInSink(options.endpoint, sendId, startedAt) : Promise.resolve({ kind: 'unknown' }),
    close: () => {
      client.destroy();
    },
  };
}

/**
 * Spares each message what is the same for all, and costs the SDK as much as the message itself: its stack of middleware is put
 * together once (`cacheMiddleware`), its signer made once (credentials are asked of their provider all the same), and what
 * describes the client or logs is left out.
 */
function leaveOutWhatRepeats(client: SESv2Client): void {
  for (const name of ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware']) {
    client.middlewareStack.remove(name);
  }
  const make = client.config.signer;
  let signer: ReturnType<typeof make> | undefined;
  client.config.signer = (scheme) => {
    signer ??= make(scheme).catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
}

/** Gives each request up after a time, however far it has come; the time-outs of undici itself are for its stages. */
class BoundedHttpHandler extends UndiciHttpHandler {
  constructor(private readonly timeoutMs: number) {
    super({ dispatcher: { connect: { timeout: Math.min(5_000, timeoutMs) }, bodyTimeout: timeoutMs } });
  }

  override async handle(...[request, options]: Parameters<UndiciHttpHandler['handle']>) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), this.timeoutMs);
    try {
      return await super.handle(request, { ...options, abortSignal: abort.signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

function sendEmailCommand(message: OutgoingMessage, options: SesOptions): SendEmailCommand {
  const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });
  return new SendEmailCommand({
    FromEmailAddress: options.from,
    Destination: { ToAddresses: [message.to] },
    Content: {
      Simple: {
        Subject: utf8(message.subject),
        Body: {
          ...(message.html === null ? {} : { Html: utf8(message.html) }),
          ...(message.text === null ? {} : { Text: utf8(message.text) }),
        },
        Headers: Object.entries({ ...message.headers, [sendIdHeader]: message.sendId }).map(([Name, Value]) => ({
          Name,
          Value,
        })),
      },
    },
    EmailTags: [{ Name: 'apex-send-id', Value: message.sendId }],
    ConfigurationSetName: options.configurationSet,
  });
}

/** The header by which a message is found again at its receiver or in a sink. */
export const sendIdHeader = 'X-Apex-Send-Id';

/** Answers that say "not now", before the message was taken. */
const laterNames = new Set(['TooManyRequestsException', 'LimitExceededException', 'ThrottlingException', 'Throttling']);
/** Failures before a connection stood: nothing was sent. */
const unconnectedCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Refusals that an operator can lift (a paused account, an unverified sender): the message waits. */
const accountProblems = new Set([
  'AccountSuspendedException',
  'SendingPausedException',
  'MailFromDomainNotVerifiedException',
]);

/** What an error of the SDK says about the message. Anything that does not exclude acceptance is ambiguous. */
function deliveryResultOf(error: unknown): DeliveryResult {
  if (error instanceof SESv2ServiceException) return resultOfAnswer(error);
  const name = error instanceof Error ? error.name : 'UnknownError';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (unconnectedCodes.has(code)) return { kind: 'not_accepted', reason: code };
  if (name === 'CredentialsProviderError') return { kind: 'not_accepted', reason: name };
  return { kind: 'ambiguous', reason: code === '' ? name : code };
}

function resultOfAnswer({ name: reason, $metadata }: SESv2ServiceException): DeliveryResult {
  const status = $metadata.httpStatusCode ?? 0;
  const later = laterNames.has(reason) || accountProblems.has(reason) || [401, 403, 429].includes(status);
  if (later) return { kind: 'not_accepted', reason };
  return status >= 400 && status < 500 ? { kind: 'rejected', reason } : { kind: 'ambiguous', reason };
}

/** The local sink lists what it accepted; other endpoints without that list leave the matter open. */
async function lookUpInSink(endpoint: string, sendId: string, startedAt: Date): Promise<LookupResult> {
  try {
    const since = Math.floor(startedAt.getTime() / 1_000) - 5;
    const answer = await fetch(new URL(`/store?since=${since}`, endpoint), { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) return { kind: 'unknown' };
    const { emails } = (await answer.json()) as { emails?: SinkMessage[] };
    if (!Array.isArray(emails)) return { kind: 'unknown' };
    const found = emails.find(({ headers }) =>
      headers?.some(({ name, value }) => name === sendIdHeader && value === sendId),
    );
    return found === undefined ? { kind: 'absent' } : { kind: 'accepted', providerMessageId: found.messageId };
  } catch {
    return { kind: 'unknown' };
  }
}

interface SinkMessage {
  messageId: string;
  headers?: { name: string; value: string }[];
}
