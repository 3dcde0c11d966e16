import { AwaitedNames } from '../../domain/events/awaited-names';
import { isDatabaseAway } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { ingestEvents, mayCauseMore } from './ingest-events';
import type { IngestionOutcome } from './ingestion-outcome';
import type { Submission } from './submission';
import { createGroupCommit, type GroupCommit } from '../group-commit';

export interface IngestionSettings {
  /** Events that may wait in this process. */
  queueEvents: number;
  /** Key of the hashes that identify erased people. */
  keyPepper: string;
}

const maxGroup = 2_000;
const concurrency = 2;
const minParallelBatchWeight = 200;
const deadlineMs = 10_000;
const timeoutMessage =
  'The database did not respond in time. Retry the request. Events with a messageId are not counted twice.';

/** Stores the events of requests. */
export type Ingestion = GroupCommit<Submission, IngestionOutcome>;

/**
 * Stores the events of several requests of any workspace in one commit. Submissions that may create people, links or executions
 * are committed separately, so that the events of visitors do not wait for their locks.
 */
export function createIngestion(database: Database, { queueEvents, keyPepper }: IngestionSettings): Ingestion {
  const context = { database, pepper: keyPepper, awaitedNames: new AwaitedNames(() => performance.now()) };
  const createLane = (): Ingestion =>
    createGroupCommit<Submission, IngestionOutcome>({
      commit: (submissions) => ingestEvents(context, submissions),
      weightOf: ({ events }) => events.length,
      isAway: isDatabaseAway,
      maxQueued: queueEvents,
      maxGroup,
      concurrency,
      minParallelBatchWeight,
      deadlineMs,
      timeoutMessage,
    });
  const [rows, causes] = [createLane(), createLane()];
  return {
    submit: (submission) => (mayCauseMore(submission) ? causes : rows).submit(submission),
    load: () => rows.load() + causes.load(),
    async drained() {
      await Promise.all([rows.drained(), causes.drained()]);
    },
  };
}
