import { z } from 'zod';
import { oneOf, wholeNumber, type RefuseSetting } from '../temporal/settings';
import { taskQueues } from '../workflows/contract/names';

const everySeconds = wholeNumber(1, 86_400);

/** A version of an ad platform's API. @param usual the default and the example */
const version = (pattern: RegExp, usual: string) => z.string().regex(pattern, `must be like ${usual}`).default(usual);

export type Queue = keyof typeof taskQueues;

const queues = Object.keys(taskQueues) as Queue[];

const queueList = z
  .string()
  .default(queues.join(','))
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(queues, { error: `must be a list of ${queues.join(', ')}` })).min(1))
  .transform((names) => [...new Set(names)]);

/** A share of a resource. */
const target = z.coerce.number({ error: 'must be a number from 0.1 to 1' }).min(0.1).max(1);

/** Settings of the worker, `npm run release` and `npm run release:check`. */
export const releaseShape = {
  RELEASE: z
    .string()
    .regex(/^[A-Za-z0-9][\w.+-]{0,99}$/, 'must be up to 100 letters, digits and . _ + -, such as 1.4.0-3f2c1ab')
    .optional(),
  WORKFLOW_BUNDLE: z.string().min(1).optional(),
};

/** Without a name of its own, a release would get the executions of another one. */
export function checkVersioning({ TEMPORAL_VERSIONING, RELEASE }: NodeJS.ProcessEnv, refuse: RefuseSetting): void {
  if (TEMPORAL_VERSIONING === 'on' && RELEASE === undefined) {
    refuse('RELEASE', 'must be set when TEMPORAL_VERSIONING is on');
  }
}

/** Settings of only the worker. */
export const workerShape = {
  ...releaseShape,
  TEMPORAL_VERSIONING: oneOf('on', 'off').default('off'),
  WORKER_QUEUES: queueList,
  WORKER_MIN_SLOTS: wholeNumber(2, 1_000).default(20),
  WORKER_MAX_SLOTS: wholeNumber(2, 1_000).default(100),
  WORKER_MAX_POLLERS: wholeNumber(2, 100).default(20),
  WORKER_TARGET_CPU: target.default(0.9),
  WORKER_TARGET_MEMORY: target.default(0.8),
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
