import {
  GetAccountCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { createMailCheck } from '../../mail/check-mail';
import { providerOf } from '../../mail/create-mailer';
import { createSdkClient } from '../../mail/ses-client';
import type { DoctorSettings } from '../../config';
import { countReportedSends } from '../../db/installation/waiting-work';
import type { Database } from '../../db/connection/pool';
import { findBreakerState } from '../../db/breakers/breaker-state';
import { SendsPausedError } from '../../domain/email/provider-pause';
import { addressIn, domainsOf } from '../../domain/senders/mailboxes';
import { checkDomain, createDns, type Dns, isReservedDomain } from './dns';
import { type Area, type Check, ok, type Outcome, problem, skipped, warning } from './finding';
import { oneLine } from './run-checks';

const setUp = 'see "Set up SES" in docs/DELIVERABILITY.md';
const neededReports = ['DELIVERY', 'BOUNCE', 'COMPLAINT'];
/** With this many messages, a missing report is not a coincidence. */
const conclusiveSends = 20;

/** Checks the email provider, the sender domains and the delivery reports. */
export function mailArea(settings: DoctorSettings, database: Database): Area {
  const { SES_ENDPOINT: endpoint = 'aws', SMTP_URL: smtpUrl, DOCTOR_DNS: servers } = settings;
  const dns = createDns(servers.length === 0 ? undefined : servers);
  const ses = smtpUrl === undefined ? createSdkClient({ endpoint, region: settings.AWS_REGION }) : undefined;
  const domains = [...new Set([domainsOf(addressIn(settings.MAIL_FROM))[0]!, ...settings.SENDER_DOMAINS.keys()])];
  return {
    name: 'Mail',
    entry: { name: 'provider', run: () => checkProvider(settings, database, smtpUrl ?? endpoint) },
    checks: [
      ...(ses === undefined ? [] : [{ name: 'account', run: () => ofSes(endpoint, () => checkAccount(ses)) }]),
      ...domains.map((domain): Check => ({ name: domain, run: () => checkSender({ ses, dns, domain, settings }) })),
      ...(ses === undefined
        ? []
        : [{ name: 'reports', run: () => ofSes(endpoint, () => checkReports(ses, settings, database)) }]),
    ],
    close: async () => ses?.destroy(),
  };
}

async function checkProvider(settings: DoctorSettings, database: Database, address: string): Promise<Outcome> {
  // The address is shown without its password.
  const shown = address === 'aws' ? `SES in ${settings.AWS_REGION}` : address.replace(/\/\/[^/]*@/, '//');
  try {
    await createMailCheck(settings, {
      findPause: async () =>
        (await findBreakerState(database, { table: 'email_providers', key: { name: providerOf(settings) } })).pause,
    })();
    return ok(shown);
  } catch (error) {
    if (error instanceof SendsPausedError) {
      return problem(`${shown}: ${error.message}`, 'see ApexEmailProviderPaused in docs/OPERATIONS.md');
    }
    return problem(
      `${shown} does not accept connections (${oneLine(error)})`,
      'correct SES_ENDPOINT or SMTP_URL, or start the server',
    );
  }
}

/** A substitute for SES supports only some operations, and its errors differ. */
async function ofSes(endpoint: string, check: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await check();
  } catch (error) {
    if (endpoint !== 'aws') return skipped('not supported by this endpoint, which is not SES');
    return problem(`${(error as Error).name}: ${oneLine(error)}`, 'set AWS credentials that allow ses:Get*');
  }
}

async function checkAccount(ses: SESv2Client): Promise<Outcome> {
  const account = await ses.send(new GetAccountCommand({}));
  const { SendingEnabled: isEnabled, EnforcementStatus: enforcement = 'HEALTHY', SendQuota: quota } = account;
  if (isEnabled === false || enforcement === 'SHUTDOWN') {
    return problem('sending is paused', 'see the reason in the SES console, "Account dashboard"');
  }
  const [sent, most] = [quota?.SentLast24Hours ?? 0, quota?.Max24HourSend ?? -1];
  const used = most < 0 ? 'no daily limit' : `${sent} of ${most} messages in 24 hours`;
  if (enforcement !== 'HEALTHY')
    return warning(`${used}; under ${enforcement.toLowerCase()}`, 'reduce bounces and complaints');
  if (account.ProductionAccessEnabled === false) {
    return warning(`${used}; in the SES sandbox: only verified addresses receive email`, 'request production access');
  }
  if (most > 0 && sent > 0.8 * most) return warning(used, 'request a higher quota: SES rejects messages above it');
  return ok(used);
}

interface SenderDomain {
  ses: SESv2Client | undefined;
  dns: Dns;
  domain: string;
  settings: DoctorSettings;
}

async function checkSender({ ses, dns, domain, settings }: SenderDomain): Promise<Outcome> {
  if (isReservedDomain(domain) && settings.SES_ENDPOINT === 'aws') {
    return problem(
      `${domain} is a reserved test domain: SES cannot send from it`,
      'set MAIL_FROM to one of your addresses',
    );
  }
  if (ses === undefined) return checkDomain(dns, domain, []);
  return ofSes(settings.SES_ENDPOINT ?? 'aws', async () => {
    const identity = await findIdentity(ses, settings.MAIL_FROM, domain);
    if (identity === undefined) {
      return isReservedDomain(domain)
        ? skipped(`${domain} is a reserved test domain`)
        : problem(`${domain} is not an SES identity`, setUp);
    }
    if (identity.VerifiedForSendingStatus !== true) return problem(`${identity.name} is not verified`, setUp);
    const { Status: status = 'NOT_STARTED', Tokens: tokens = [] } = identity.DkimAttributes ?? {};
    if (status !== 'SUCCESS') return warning(`DKIM of ${identity.name} is ${status.toLowerCase()}`, setUp);
    return checkDomain(dns, identity.name, tokens);
  });
}

/** Finds the SES identity of the domain, of a parent domain that covers it, or of the address. */
async function findIdentity(
  ses: SESv2Client,
  mailFrom: string,
  domain: string,
): Promise<(GetEmailIdentityCommandOutput & { name: string }) | undefined> {
  const address = addressIn(mailFrom);
  const isOfAddress = domainsOf(address)[0] === domain;
  for (const name of [...domainsOf(domain).slice(0, -1), ...(isOfAddress ? [address] : [])]) {
    try {
      return { ...(await ses.send(new GetEmailIdentityCommand({ EmailIdentity: name }))), name };
    } catch (error) {
      if ((error as Error).name !== 'NotFoundException') throw error;
    }
  }
  return undefined;
}

async function checkReports(ses: SESv2Client, settings: DoctorSettings, database: Database): Promise<Outcome> {
  const { SES_CONFIGURATION_SET: name, SES_TOPIC_ARNS: topics, SES_ENDPOINT: endpoint } = settings;
  if (endpoint !== 'aws' && name === undefined) return skipped('a mail sink sends no reports');
  if (name === undefined || topics.length === 0) {
    const lacking = [name === undefined && 'SES_CONFIGURATION_SET', topics.length === 0 && 'SES_TOPIC_ARNS'];
    return warning(`${lacking.filter(Boolean).join(' and ')} not set: bounces and complaints are not processed`, setUp);
  }
  const { EventDestinations: destinations = [] } = await ses.send(
    new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: name }),
  );
  const ours = destinations.filter(({ Enabled, SnsDestination }) => {
    return Enabled === true && topics.includes(SnsDestination?.TopicArn ?? '');
  });
  const reported = new Set<string>(ours.flatMap(({ MatchingEventTypes }) => MatchingEventTypes ?? []));
  const lacking = neededReports.filter((type) => !reported.has(type));
  if (lacking.length > 0)
    return problem(`${name} does not publish ${lacking.join(', ')} to a topic of SES_TOPIC_ARNS`, setUp);
  const { sent, reported: recentlyReported } = await countReportedSends(database);
  if (sent >= conclusiveSends && recentlyReported === 0) {
    return warning(
      `no reports for ${sent} messages in the last 7 days`,
      'confirm the subscription of the SNS topic (step 6 in docs/DELIVERABILITY.md)',
    );
  }
  return ok(`${name}: ${neededReports.join(', ')}; reports for ${recentlyReported} of ${sent} messages in 7 days`);
}
