import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { DeliveryResult, LookupResult } from '../domain/email/delivery-outcome';
import { needsSmtpUtf8, withAsciiDomain } from '../domain/email/address';
import { unlimited } from '../domain/email/sending-limits';
import { deliverableSubject } from '../domain/email/subject';
import { addressIn, formatMailbox, mailboxesOf, type SenderDomains } from '../domain/senders/mailboxes';
import { maxClaimAgeMs, type MailProvider, type OutgoingMessage } from '../operations/ports';
import { sendIdHeader } from './send-id-header';
import { createSesClient, NotSentError, type SesResponse, type SesClientOptions } from './ses-client';

export interface SesOptions extends SesClientOptions {
  from: string;
  /** Domains whose addresses workspaces may send from. */
  senderDomains: SenderDomains;
  configurationSet: string | undefined;
}

/**
 * SES v2 `SendEmail` with Simple content and its `Headers`. One attempt per call: a retry could send twice.
 * Source: SES API reference, SendEmail. Its type Destination does not support SMTPUTF8.
 */
export function createSesMailer(options: SesOptions): MailProvider {
  const client = createSesClient(options);
  return {
    settledAfterMs: options.timeoutMs + maxClaimAgeMs,
    async deliver(message) {
      const input = sendEmailInput(message, options);
      const addresses = [message.to, addressIn(input.FromEmailAddress ?? ''), ...(input.ReplyToAddresses ?? [])];
      if (addresses.some(needsSmtpUtf8))
        return { kind: 'unsupported_address', reason: 'SES does not support SMTPUTF8' };
      try {
        return resultOfResponse(await client.sendEmail(input));
      } catch (error) {
        return resultOfFailure(error);
      }
    },
    // Other endpoints rarely have accounts.
    readLimits: () => (options.endpoint === 'aws' ? client.readLimits() : client.readLimits().catch(() => unlimited)),
    lookUp: (sendId, startedAt) =>
      options.endpoint === 'aws'
        ? Promise.resolve({ kind: 'unknown' })
        : lookUpInSink(options.endpoint, sendId, startedAt),
    close: () => {
      client.close();
    },
  };
}

function sendEmailInput(message: OutgoingMessage, options: SesOptions): SendEmailCommandInput {
  const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });
  return {
    ...mailboxesFor(message, options),
    Destination: { ToAddresses: [withAsciiDomain(message.to)] },
    Content: {
      Simple: {
        Subject: utf8(deliverableSubject(message.subject)),
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
  };
}

function mailboxesFor({ sender = null }: OutgoingMessage, options: SesOptions) {
  if (sender === null) return { FromEmailAddress: options.from };
  const { from, replyTo } = mailboxesOf(sender, { from: options.from, domains: options.senderDomains });
  return {
    FromEmailAddress: formatMailbox(from),
    ...(replyTo === null ? {} : { ReplyToAddresses: [replyTo] }),
  };
}

/** SES limits the rate, or the request took too long to reach it. */
const transientErrors = new Set([
  ...['TooManyRequestsException', 'LimitExceededException', 'ThrottlingException', 'Throttling'],
  ...['RequestExpired', 'RequestAbortedException', 'RequestTimeoutException'],
]);
/** Refusals of the whole account that an operator can resolve: credentials, a paused account, a missing configuration set. */
const accountProblems = new Set(['AccountSuspendedException', 'SendingPausedException', 'NotFoundException']);
/** HTTP statuses below 500 that say nothing about the message. */
const otherStatuses = new Set([401, 403, 404, 408, 429]);

/**
 * Classifies a complete response. With a status other than 2xx, SES does not have the message. A 4xx about the message is
 * final; everything else can be retried.
 */
function resultOfResponse(response: SesResponse): DeliveryResult {
  if (response.kind === 'accepted') return { kind: 'accepted', providerMessageId: response.messageId };
  const { status, name } = response;
  const reason = name === 'UnknownError' ? `HTTP ${status}` : name;
  // One workspace's sender: other workspaces can still send.
  if (name === 'MailFromDomainNotVerifiedException') return { kind: 'not_accepted', reason, isProviderFault: false };
  const isAboutMessage =
    status >= 400 &&
    status < 500 &&
    !otherStatuses.has(status) &&
    !transientErrors.has(name) &&
    !accountProblems.has(name);
  return isAboutMessage ? { kind: 'rejected', reason } : { kind: 'not_accepted', reason, isProviderFault: true };
}

/** Classifies a missing response. Unless the request was never written, SES may have the message. */
function resultOfFailure(error: unknown): DeliveryResult {
  if (error instanceof NotSentError) {
    return { kind: 'not_accepted', reason: codeOrName(error.cause), isProviderFault: true };
  }
  return { kind: 'ambiguous', reason: codeOrName(error) };
}

const codeOrName = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UnknownError';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** The local sink lists what it accepted; other endpoints without that list leave the matter open. */
async function lookUpInSink(endpoint: string, sendId: string, startedAt: Date): Promise<LookupResult> {
  try {
    const since = Math.floor(startedAt.getTime() / 1_000) - 5;
    const response = await fetch(new URL(`/store?since=${since}`, endpoint), { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) return { kind: 'unknown' };
    const { emails } = (await response.json()) as { emails?: SinkMessage[] };
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
