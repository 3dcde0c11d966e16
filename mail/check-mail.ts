import { connect } from 'node:net';
import { SendsPausedError } from '../domain/email/provider-pause';
import type { MailSettings } from './create-mailer';
import type { Mailer } from '../operations/ports';

const timeoutMs = 2_000;
/** Probes are frequent and public: the provider is called at most once in this time. */
const rememberedMs = 5_000;

/**
 * Whether the provider's address takes connections and sends are not paused. Credentials and quotas show with a message only.
 * @returns fails with the system's error when it does not answer; with SendsPausedError while sends are paused
 */
export function createMailCheck(settings: MailSettings, { findPause }: Pick<Mailer, 'findPause'>): () => Promise<void> {
  const address = addressOf(settings);
  let lastCheck: { at: number; outcome: Promise<void> } | undefined;
  return async () => {
    // PostgreSQL is named by itself when it does not answer.
    const pause = await findPause().catch(() => null);
    if (pause !== null) throw new SendsPausedError(pause);
    if (lastCheck === undefined || performance.now() - lastCheck.at >= rememberedMs) {
      lastCheck = { at: performance.now(), outcome: reach(address) };
      lastCheck.outcome.catch(() => undefined);
    }
    return lastCheck.outcome;
  };
}

interface Address {
  host: string;
  port: number;
}

const usualPorts: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };

function addressOf({ SES_ENDPOINT: endpoint = 'aws', SMTP_URL: smtpUrl, AWS_REGION: region }: MailSettings): Address {
  if (smtpUrl === undefined && endpoint === 'aws') {
    return { host: `email.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`, port: 443 };
  }
  const { protocol, hostname, port } = new URL(smtpUrl ?? endpoint);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (usualPorts[protocol] ?? 443) : Number(port),
  };
}

function reach(address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.setTimeout(timeoutMs, () => {
      socket.destroy(Object.assign(new Error('No response in time'), { code: 'ETIMEDOUT' }));
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
