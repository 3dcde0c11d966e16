import type { Database } from '../db/connection/pool';
import { withAsciiDomain } from '../domain/email/address';
import { cutSubject, isTooLongSubject, maxSubjectBytes } from '../domain/email/subject';
import { addressIn, type SenderDomains } from '../domain/senders/mailboxes';
import { deliveries } from '../telemetry/counters';
import { failSpan, withSpan } from '../telemetry/spans';
import type { Mailer, MailProvider, OutgoingMessage } from '../operations/ports';
import { createProviderGate } from './provider-gate';
import { createSesMailer } from './ses-mailer';
import { createSmtpMailer } from './smtp-mailer';

/** Where it is written that something was not as it should be. */
interface Warnings {
  warn(fields: object, message: string): void;
}

/** How a process reaches its provider. */
export interface MailSettings {
  /** `aws`, or the URL of an SES-compatible endpoint. Undefined only when there is an SMTP server. */
  SES_ENDPOINT?: string | undefined;
  AWS_REGION: string;
  MAIL_FROM: string;
  /** Of one request to the provider, milliseconds. */
  SES_TIMEOUT_MS: number;
  SES_CONFIGURATION_SET?: string | undefined;
  SMTP_URL?: string | undefined;
  /** Verified domains, by workspace. */
  SENDER_DOMAINS?: SenderDomains | undefined;
}

export const providerOf = ({ SMTP_URL: smtpUrl }: MailSettings): 'ses' | 'smtp' =>
  smtpUrl === undefined ? 'ses' : 'smtp';

/**
 * The delivery port of a process: SMTP when a server is named, else SES.
 * @param database has the state of the provider, by which sends pause
 * @param logger logs a warning for each subject that was cut, and when sends pause
 */
export function createMailer(
  settings: MailSettings,
  { database, logger }: { database: Database; logger: Warnings },
): Mailer {
  const mailer = createProvider(settings);
  const provider = providerOf(settings);
  const gate = createProviderGate({ database, logger, provider });
  return {
    ...mailer,
    admit: (sendId) => gate.admit(sendId, mailer.settledAfterMs),
    findPause: () => gate.findPause(),
    deliver: (message) =>
      withSpan('deliver message', { kind: 'client', attributes: attributesOf(message, provider) }, async (span) => {
        const result = await mailer.deliver(withinLimits(message, logger));
        deliveries.inc({ provider, result: result.kind });
        span.setAttribute('apex.result', result.kind);
        if (result.kind !== 'accepted') failSpan(span, result.kind);
        await gate.record(message.sendId, result);
        return result;
      }),
  };
}

const attributesOf = ({ sendId }: OutgoingMessage, provider: string) => ({
  'apex.send_id': sendId,
  'apex.provider': provider,
});

/** What values make of a subject is known only now. The message goes out: most of its subject says more than none. */
function withinLimits(message: OutgoingMessage, logger: Warnings): OutgoingMessage {
  if (!isTooLongSubject(message.subject)) return message;
  const bytes = Buffer.byteLength(message.subject);
  logger.warn({ sendId: message.sendId, bytes }, `subject cut to ${maxSubjectBytes} bytes`);
  return { ...message, subject: cutSubject(message.subject) };
}

function createProvider(settings: MailSettings): MailProvider {
  const { MAIL_FROM: given, SES_TIMEOUT_MS: timeoutMs, SENDER_DOMAINS: senderDomains = new Map() } = settings;
  const address = addressIn(given);
  const from = given.replace(address, () => withAsciiDomain(address));
  const shared = { from, timeoutMs, senderDomains };
  if (settings.SMTP_URL !== undefined) return createSmtpMailer({ ...shared, url: settings.SMTP_URL });
  return createSesMailer({
    ...shared,
    endpoint: settings.SES_ENDPOINT ?? 'aws',
    region: settings.AWS_REGION,
    configurationSet: settings.SES_CONFIGURATION_SET,
  });
}
