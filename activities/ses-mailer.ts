import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { DeliveryResult, LookupResult } from '../domain/email/delivery-outcome';
import { deliverableSubject } from '../domain/email/subject';
import { formatMailbox, mailboxesOf, type SenderDomains } from '../domain/senders/mailboxes';
import { maxClaimAgeMs, sendIdHeader, type Mailer, type OutgoingMessage } from './mailer';
import { createSesClient, NotSentError, type SesResponse, type SesClientOptions } from './ses-client';

export interface SesOptions extends SesClientOptions {
  from: string;
  /** Domains whose addresses workspaces may send from. */
  senderDomains: SenderDomains;
  configurationSet: string | undefined;
}

/**
 * SES v2 `SendEmail` with Simple content and its `Headers`. One attempt a call: to ask again could send twice.
 * Source: SES API reference, SendEmail.
 */
export function createSesMailer(options: SesOptions): Mailer {
  const client = createSesClient(options);
  return {
    settledAfterMs: options.timeoutMs + maxClaimAgeMs,
    async deliver(message) {
      try {
        return resultOfResponse(await client.sendEmail(sendEmailInput(message, options)));
      } catch (error) {
        return resultOfFailure(error);
      }
    },
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
    Destination: { ToAddresses: [message.to] },
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

/** What an answer of SES says about the message. */
function resultOfResponse(response: SesResponse): DeliveryResult {
  if (response.kind === 'accepted') return { kind: 'accepted', providerMessageId: response.messageId };
  const { status, name: reason } = response;
  const later = laterNames.has(reason) || accountProblems.has(reason) || [401, 403, 429].includes(status);
  if (later) return { kind: 'not_accepted', reason };
  return status >= 400 && status < 500 ? { kind: 'rejected', reason } : { kind: 'ambiguous', reason };
}

/** What it says that there is no answer. Anything that does not exclude acceptance is ambiguous. */
function resultOfFailure(error: unknown): DeliveryResult {
  if (error instanceof NotSentError) return { kind: 'not_accepted', reason: nameOf(error.cause) };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (unconnectedCodes.has(code)) return { kind: 'not_accepted', reason: code };
  return { kind: 'ambiguous', reason: code === '' ? nameOf(error) : code };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'UnknownError');

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
