import type { Database } from '../db/connection/pool';
import { countWarmUp } from '../db/email/sending-limits';
import { withAsciiDomain } from '../domain/email/address';
import { cutSubject, isTooLongSubject, maxSubjectBytes } from '../domain/email/subject';
import { warmUpLimit, type Postponement, type SendingLimit, type WarmUps } from '../domain/email/sending-limits';
import { addressIn, domainsOf, mailboxesOf, type MessageSender, type SenderDomains } from '../domain/senders/mailboxes';
import { deliveries } from '../telemetry/counters';
import { failSpan, withSpan } from '../telemetry/spans';
import type { Mailer, MailProvider, OutgoingMessage } from '../operations/ports';
import { createProviderGate } from './provider-gate';
import { createSendingPace } from './sending-pace';
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
  /** Messages per second, if that is less than the account's rate. */
  SES_MAX_PER_SECOND?: number | undefined;
  SENDER_WARMUP?: WarmUps | undefined;
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
  const pace = createSendingPace({
    database,
    logger,
    provider,
    maxPerSecond: settings.SES_MAX_PER_SECOND ?? null,
    readLimits: mailer.readLimits?.bind(mailer),
  });
  return {
    ...mailer,
    async admit({ sendId, isUrgent, signal, sender }) {
      const admission = await gate.admit(sendId, mailer.settledAfterMs);
      if (admission.kind === 'paused') {
        const { retryAfterMs, spreadMs } = admission;
        return { kind: 'paused', retryAfterMs, spreadMs };
      }
      const limit =
        (isUrgent ? null : await warmUp(database, settings, sender)) ?? (await pace.acquire(isUrgent, signal));
      return limit === null ? admission : { kind: 'limited', limit, ...retryAfter(limit) };
    },
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

/** Counts a message of a sender domain that is being warmed up. @returns null if it may be sent today */
async function warmUp(
  database: Database,
  { SENDER_WARMUP: plans = new Map(), SENDER_DOMAINS: domains = new Map(), MAIL_FROM: from }: MailSettings,
  sender: MessageSender | null = null,
): Promise<SendingLimit | null> {
  if (plans.size === 0) return null;
  const address = sender === null ? addressIn(from) : mailboxesOf(sender, { from, domains }).from.address;
  const domain = domainsOf(address).find((one) => plans.has(one));
  const plan = domain === undefined ? undefined : plans.get(domain);
  if (domain === undefined || plan === undefined) return null;
  const day = new Date().toISOString().slice(0, 10);
  const limit = warmUpLimit(plan, day);
  return limit === null || (await countWarmUp(database, { domain, day, limit })) ? null : 'warm_up';
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Returns when a limit may allow a send. The quota is of any 24 hours, so it returns bit by bit. */
function retryAfter(limit: SendingLimit): Pick<Postponement, 'retryAfterMs' | 'spreadMs'> {
  if (limit === 'rate') return { retryAfterMs: 5_000, spreadMs: 10_000 };
  if (limit === 'daily_quota') return { retryAfterMs: hourMs / 4, spreadMs: hourMs / 2 };
  return { retryAfterMs: dayMs - (Date.now() % dayMs), spreadMs: 6 * hourMs };
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
