import { recordAct } from '../audit/record-act';
import { ingestEvents } from './ingest-events';
import type { Submission } from './submission';
import {
  lockRejectedEvent,
  markReplayed,
  takeRejectedEvents,
  type RejectedEventRecord,
} from '../../db/events/rejected-events';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound, type AppError } from '../../domain/errors';
import { isPlaceholderId, isPlaceholderUserId } from '../../domain/identity/placeholder';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { parseEvents, receiptSettings } from '../../domain/events/parse-events';
import type { Context, HashSettings } from '../ports';

interface ReplayOptions {
  /** Only this workspace; null for all. */
  workspaceId: string | null;
  /** Parses and counts, stores nothing. */
  dryRun: boolean;
}

type ReplayContext = Pick<Context, 'database' | 'clock'> & { settings: HashSettings };

interface ReplayCounts {
  /** Stored now or earlier. */
  stored: number;
  /** Rejected again. They are kept. */
  refused: number;
}

const batchSize = 200;

/**
 * Checks rejected events again with the current rules, as of the time of their receipt. Each is stored and marked in one
 * transaction, so that an interrupted or concurrent replay counts nothing twice. Logs its progress after each portion.
 */
export async function replayRejectedEvents(
  { database, clock, settings, log }: ReplayContext & Pick<Context, 'log'>,
  { workspaceId, dryRun }: ReplayOptions,
): Promise<ReplayCounts> {
  const counts: ReplayCounts = { stored: 0, refused: 0 };
  let afterId = '';
  for (;;) {
    const taken = await database.transaction(async (transaction) => {
      const records = await takeRejectedEvents(transaction, { workspaceId, afterId, limit: batchSize });
      const replayable: { record: RejectedEventRecord; submission: Submission }[] = [];
      for (const record of records) {
        const checked = await checkAgain({ database: transaction, clock }, record);
        if (typeof checked !== 'string') replayable.push({ record, submission: checked });
      }
      if (dryRun) return { records, stored: replayable.length };
      const outcomes = await ingestEvents(
        { database: transaction, pepper: settings.keyPepper },
        replayable.map(({ submission }) => submission),
      );
      const stored = replayable.filter((_, index) => outcomes[index]?.conflicts.length === 0);
      await markReplayed(
        transaction,
        stored.map(({ record }) => record),
      );
      return { records, stored: stored.length };
    });
    if (taken.records.length === 0) return counts;
    counts.stored += taken.stored;
    counts.refused += taken.records.length - taken.stored;
    afterId = taken.records.at(-1)?.id ?? afterId;
    log.info({ ...counts }, `${counts.stored + counts.refused} processed`);
  }
}

/**
 * Checks one rejected event again with the current rules, and stores it if it is valid. Safe to repeat.
 * @throws AppError NOT_FOUND, CONFLICT if the event is still not valid
 */
export function replayRejectedEvent(
  { database, clock, settings }: ReplayContext,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  id: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const record = await lockRejectedEvent(transaction, actor.workspaceId, id);
    if (record === null) throw notFound('Rejected event', id);
    if (record.replayedAt !== null) return;
    const checked = await checkAgain({ database: transaction, clock }, record);
    if (typeof checked === 'string') throw stillInvalid(checked);
    const [outcome] = await ingestEvents({ database: transaction, pepper: settings.keyPepper }, [checked]);
    if (outcome?.conflicts.length !== 0) throw stillInvalid('userId and email belong to different people');
    await markReplayed(transaction, [record]);
    await recordAct(transaction, actor, 'event.replayed', { metadata: { rejectedEventId: id } });
  });
}

const stillInvalid = (problem: string): AppError =>
  conflict(`The event is still not valid: ${problem.replace(/\.$/, '')}. Send a corrected event instead.`);

/** Parses an event as if it were received now. @returns why it would be rejected again, if it would */
async function checkAgain(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  record: RejectedEventRecord,
): Promise<Submission | string> {
  const { workspaceId, origin, receivedAt, payload, envelope } = record;
  // Batches that were received before this check existed may have placeholder ids.
  if (isPlaceholderId(envelope.visitorId ?? 'absent') || isPlaceholderUserId(envelope.userId ?? 'absent')) {
    return 'the id of the batch is a placeholder';
  }
  const historical = envelope.historical === true;
  const settings = receiptSettings(await findWorkspace(database, workspaceId), historical ? clock.now() : receivedAt);
  const receipt = { origin, receivedAt, isBot: envelope.isBot ?? false, ...settings };
  const { events, rejected } = parseEvents([JSON.parse(payload)], envelope, receipt);
  if (events.length === 0) return rejected[0]?.message ?? 'it was rejected';
  return { workspaceId, origin, receivedAt, actor: envelope.actor ?? 'replay', events, historical };
}
