import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { needsSmtpUtf8, withAsciiDomain } from '../domain/email/address';
import { deliverableSubject } from '../domain/email/subject';
import { addressIn, mailboxesOf, type Mailbox, type SenderDomains } from '../domain/senders/mailboxes';
import type { DeliveryResult } from '../domain/email/delivery-outcome';
import { maxClaimAgeMs, type MailProvider, type OutgoingMessage } from '../operations/ports';
import { sendIdHeader } from './send-id-header';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password when the server asks for them. */
  url: string;
  /** Sender, `Name <address>`. */
  from: string;
  /** Domains whose addresses workspaces may send from. */
  senderDomains: SenderDomains;
  /** Milliseconds of silence after which the server counts as gone. */
  timeoutMs: number;
}

/** How far a message came, read off its stream: the stream is first read once the server accepts the content. */
interface Progress {
  content?: Readable;
}

/**
 * Delivers by SMTP, for installations without SES. Connections are reused. A message is retried on another connection only
 * if no byte of it was sent, because SMTP has no way to look up a message.
 * Source: RFC 5321; section 4.2.1 for what replies mean.
 */
export function createSmtpMailer({ url, from, senderDomains, timeoutMs }: SmtpOptions): MailProvider {
  // A message uses up to two connections, which together take at most four times `timeoutMs`.
  const probe = { ...parseConnectionUrl(url), ...timeoutsOf(timeoutMs / 3) } as SMTPConnection.Options;
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 16,
      maxRequeues: 1,
      ...timeoutsOf(timeoutMs),
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0],
    { from },
  );
  transport.use('stream', (mail, done) => {
    const { progress } = mail.data as { progress?: Progress };
    const { message } = mail;
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (...options: Parameters<typeof createReadStream>) => {
      const content = createReadStream(...options);
      if (progress !== undefined) progress.content = content;
      return content;
    };
    done();
  });
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    settledAfterMs: 4 * timeoutMs + maxClaimAgeMs,
    async deliver(message) {
      const progress: Progress = {};
      const messageId = `<${message.sendId}@${domain}>`;
      try {
        const mailboxes = mailboxesFor(message, { from, domains: senderDomains });
        const addresses = [message.to, mailboxes.from?.address ?? addressIn(from), mailboxes.replyTo?.address ?? ''];
        if (addresses.some(needsSmtpUtf8) && !(await offersSmtpUtf8(probe)))
          return { kind: 'unsupported_address', reason: 'The SMTP server does not support SMTPUTF8' };
        // The plugin above reads `progress`, which nodemailer's types do not have.
        const mail = { ...mailOf(message), ...mailboxes, messageId, progress };
        await transport.sendMail(mail);
        return { kind: 'accepted', providerMessageId: messageId.slice(1, -1) };
      } catch (error) {
        return deliveryResultOf(error, progress.content?.readableDidRead === true);
      }
    },
    lookUp: () => Promise.resolve({ kind: 'unknown' }),
    close: () => {
      transport.close();
    },
  };
}

const timeoutsOf = (ms: number) => ({
  connectionTimeout: Math.min(5_000, ms),
  greetingTimeout: ms,
  socketTimeout: ms,
});

/** Opens a second connection to read the server's extensions. Only a few addresses need this. */
async function offersSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '');
  } finally {
    connection.close();
  }
}

interface Mailboxes {
  from?: Mailbox;
  replyTo?: Mailbox;
}

function mailboxesFor(
  { sender = null }: OutgoingMessage,
  installation: { from: string; domains: SenderDomains },
): Mailboxes {
  if (sender === null) return {};
  const { from, replyTo } = mailboxesOf(sender, installation);
  return { from, ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }) };
}

const mailOf = ({ to, subject, html, text, headers, sendId }: OutgoingMessage) => ({
  // As an object, an address is never read as a list of several.
  to: { name: '', address: withAsciiDomain(to) },
  subject: deliverableSubject(subject),
  ...(html === null ? {} : { html }),
  ...(text === null ? {} : { text }),
  headers: { ...headers, [sendIdHeader]: sendId },
});

/** Classifies a failure. Once the content was sent, only a reply of the server excludes that it has the message. */
function deliveryResultOf(error: unknown, contentWasSent: boolean): DeliveryResult {
  const failure = (error ?? {}) as SmtpFailure;
  const { code = '', command = '', responseCode } = failure;
  const isReply = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isReply && isFinal(failure)) {
    return { kind: 'rejected', reason: responseCode === undefined ? code : `SMTP ${responseCode}` };
  }
  const reason = responseCode === undefined ? code || 'UnknownError' : `SMTP ${responseCode} ${command}`.trim();
  if (!isReply && contentWasSent) return { kind: 'ambiguous', reason };
  // A 4xx to the recipient or the content may be about this message alone, such as greylisting; 421 closes the service.
  const isAboutMessage = isReply && responseCode !== 421 && (command === 'RCPT TO' || contentWasSent);
  return { kind: 'not_accepted', reason, isProviderFault: !isAboutMessage };
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Without a code, nodemailer itself refuses the message. 530 requires authentication (RFC 4954, section 6): a setting is wrong. */
const isFinal = ({ responseCode = 500 }: SmtpFailure): boolean => responseCode >= 500 && responseCode !== 530;
