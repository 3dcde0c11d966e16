import { z } from 'zod';
import { oneOf, wholeNumber } from '../temporal/settings';

const everySeconds = wholeNumber(1, 86_400);

/** A version of an ad platform's API. @param usual the default and the example */
const version = (pattern: RegExp, usual: string) => z.string().regex(pattern, `must be like ${usual}`).default(usual);

/** Settings of only the worker. */
export const workerShape = {
  WORKER_CACHED_RUNS: wholeNumber(0, 100_000).default(150),
  WORKER_EMAIL_SLOTS: wholeNumber(3, 1_000).default(100),
  WORKER_WEBHOOK_SLOTS: wholeNumber(3, 1_000).default(100),
  WEBHOOK_CALLS_PER_HOST: wholeNumber(1, 1_000).default(20),
  TEMPORAL_FAIRNESS: oneOf('on', 'off').default('off'),
  OUTBOX_POLL_MS: wholeNumber(10, 60_000).default(1_000),
  RECONCILE_EVERY_SECONDS: everySeconds.default(60),
  ROLLUPS_EVERY_SECONDS: everySeconds.default(60),
  MAINTAIN_EVERY_SECONDS: everySeconds.default(3_600),
  REWEIGH_EVERY_SECONDS: everySeconds.default(3_600),
  ANOMALIES_EVERY_SECONDS: everySeconds.default(21_600),
  GOOGLE_ADS_VERSION: version(/^v\d+$/, 'v22'),
  META_ADS_VERSION: version(/^v\d+\.\d+$/, 'v24.0'),
  LINKEDIN_ADS_VERSION: version(/^\d{6}$/, '202601'),
};
