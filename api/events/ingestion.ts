import { AwaitedNames } from '../../domain/events/awaited-names';
import { isDatabaseAway } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { ingestEvents, mayCauseMore } from '../../operations/events/ingest-events';
import type { IngestionOutcome } from '../../operations/events/ingestion-outcome';
import type { Submission } from '../../operations/events/submission';
import { createGroupCommit, type GroupCommit } from '../../operations/group-commit';

export interface IngestionSettings {
  /** Events that may wait in this process. */
  queueEvents: number;
  /** The installation's secret for hashes, by which names of erased people are known. */
  keyPepper: string;
}

const maxGroup = 2_000;
const concurrency = 2;
const minParallelBatchWeight = 200;
const deadlineMs = 10_000;
/** What is sent again with its messageIds is not counted twice, whatever became of it. */
const timeoutMessage =
  'The database did not respond in time. Retry the request. Events with a messageId are not counted twice.';

/**
 * Stores events for requests of any workspace, several requests in one commit. Those that may cause more than their row are committed
 * apart: a visitor's events do not wait for the people, links and starts of others, nor for what these wait for.
 */
export function createIngestion(
  database: Database,
  { queueEvents, keyPepper }: IngestionSettings,
): GroupCommit<Submission, IngestionOutcome> {
  const context = { database, pepper: keyPepper, awaitedNames: new AwaitedNames(() => performance.now()) };
  const createLane = (): GroupCommit<Submission, IngestionOutcome> =>
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
