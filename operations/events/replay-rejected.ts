import type { Database } from '../../db/connection/pool';
import { ingestEvents } from './ingest-events';
import type { Submission } from './submission';
import { markReplayed, takeRejectedEvents, type RejectedEventRecord } from '../../db/events/rejected-events';
import { isPlaceholderId, isPlaceholderUserId } from '../../domain/identity/placeholder';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { parseEvents, receiptSettings } from '../../domain/events/parse-events';

export interface ReplayOptions {
  /** Only this workspace; null for all. */
  workspaceId: string | null;
  /** Parses and counts, stores nothing. */
  dryRun: boolean;
  /** The installation's secret for hashes. */
  keyPepper: string;
}

export interface ReplayCounts {
  /** Stored now, or found to have been stored by another way. */
  stored: number;
  /** Refused again; they stay. */
  refused: number;
}

const atOnce = 200;

/**
 * Checks rejected events again with the current rules, as of the time of their receipt. Each is stored and marked in one
 * transaction, so that an interrupted or concurrent replay counts nothing twice.
 * @param onProgress called after each portion
 */
export async function replayRejectedEvents(
  database: Database,
  { workspaceId, dryRun, keyPepper }: ReplayOptions,
  onProgress: (counts: ReplayCounts) => void = () => undefined,
): Promise<ReplayCounts> {
  const counts: ReplayCounts = { stored: 0, refused: 0 };
  let afterId = '';
  for (;;) {
    const taken = await database.transaction(async (transaction) => {
      const records = await takeRejectedEvents(transaction, { workspaceId, afterId, limit: atOnce });
      const replayable: { record: RejectedEventRecord; submission: Submission }[] = [];
      for (const record of records) {
        const submission = await submissionOf(transaction, record);
        if (submission !== null) replayable.push({ record, submission });
      }
      if (dryRun) return { records, stored: replayable.length };
      const outcomes = await ingestEvents(
        { database: transaction, pepper: keyPepper },
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
    onProgress(counts);
  }
}

/** The event as it would be taken now; null when it would be refused again. */
async function submissionOf(database: Database, record: RejectedEventRecord): Promise<Submission | null> {
  const { workspaceId, origin, receivedAt, payload, envelope } = record;
  // Batches that were received before this check existed may have placeholder ids.
  if (isPlaceholderId(envelope.visitorId ?? 'absent') || isPlaceholderUserId(envelope.userId ?? 'absent')) return null;
  const historical = envelope.historical === true;
  const settings = receiptSettings(await findWorkspace(database, workspaceId), historical ? new Date() : receivedAt);
  const receipt = { origin, receivedAt, isBot: envelope.isBot ?? false, ...settings };
  const { events } = parseEvents([JSON.parse(payload)], envelope, receipt);
  if (events.length === 0) return null;
  return { workspaceId, origin, receivedAt, actor: envelope.actor ?? 'replay', events, historical };
}
