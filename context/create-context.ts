import { randomBytes } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ServiceLogger } from '../logging';
import type { PlatformVersions } from '../egress/ad-platforms/platform';
import { platformOf, pullAccount } from '../egress/ad-platforms/pull-account';
import { fetchPage } from '../egress/fetch-page';
import { callWebhook } from '../egress/webhook-client';
import type { AdPlatforms, Clock, Context, Log, Pages, Random, Webhooks } from '../operations/ports';
import { passwords } from './passwords';

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (ms) => void (await sleep(ms)),
};

export const systemRandom: Random = { fraction: Math.random, bytes: randomBytes };

/** @param allowHosts hosts that may be private or use plain http */
const createWebhooks = (allowHosts: readonly string[]): Webhooks => ({
  call: (request, { keepBytes, signal = new AbortController().signal } = {}) =>
    callWebhook(request, { allowHosts, signal, ...(keepBytes === undefined ? {} : { keepBytes }) }),
});

const createPages = (allowHosts: readonly string[]): Pages => ({
  fetch: (address, agent) => fetchPage(address, { allowHosts, agent }),
});

/** @param allowHosts hosts that may be private or use plain http */
export const createAdPlatforms = (allowHosts: readonly string[], versions: PlatformVersions): AdPlatforms => ({
  pull: (account, days, { signal, keep }) =>
    pullAccount(platformOf(account.connectorType, versions), account, days, { egress: { allowHosts, signal }, keep }),
});

const createLog = (logger: ServiceLogger): Log => ({
  info: (fields, message) => logger.info(fields, message),
  warn: (fields, message) => logger.warn(fields, message),
  error: (fields, message) => logger.error(fields, message),
});

/** Adds the ports that are the same in every process to the given ones. */
export const createContext = <Given extends Partial<Context>>(
  given: Given,
  { logger, webhookAllowHosts }: { logger: ServiceLogger; webhookAllowHosts: readonly string[] },
) => ({
  ...given,
  passwords,
  webhooks: createWebhooks(webhookAllowHosts),
  pages: createPages(webhookAllowHosts),
  clock: systemClock,
  random: systemRandom,
  log: createLog(logger),
  pause: () => setImmediate(),
  signal: new AbortController().signal,
});
