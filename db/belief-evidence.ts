import type { WeighedEvidence } from '../domain/beliefs/update-confidence';
import { recordAudit } from './audit';
import { computeConfidence, holdBelief, type BeliefName } from './beliefs';
import { newId, rowsOf, type Database } from './connection';

/** Entries of evidence: written and withdrawn, each with the belief's new confidence and an audit entry, in one transaction. */

interface NewEvidence extends WeighedEvidence {
  experimentId?: string | undefined;
  journeyId?: string;
  stepId?: string;
  /** What it comes from, when that counts once. */
  sourceKey?: string | undefined;
  /** Whether a later entry of the same source takes the place of the one before. */
  replaces?: boolean;
  /** Who gives it: a user's or key's id, or `system`. */
  actor: string;
}

/**
 * Adds an entry to a belief. One of a source that was counted, also if it was withdrawn since, changes nothing, unless it
 * replaces one that stands and says something else. Safe to repeat, and from any number of processes.
 * @returns whether there is such a belief
 */
export async function addEvidence(database: Database, name: BeliefName, entry: NewEvidence): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await holdBelief(transaction, name))) return false;
    const evidenceId = await writeEvidence(transaction, name, entry);
    if (evidenceId === null) return true;
    await computeConfidence(transaction, name, { change: 'evidence', evidenceId });
    const { type, delta, sampleSize } = entry;
    await recordAudit(transaction, [
      {
        workspaceId: name.workspaceId,
        subjectType: 'belief',
        subjectId: name.beliefId,
        actor: entry.actor,
        action: 'belief.evidence_added',
        metadata: { evidenceId, type, delta, sampleSize },
      },
    ]);
    return true;
  });
}

async function writeEvidence(
  transaction: Database,
  { workspaceId, beliefId }: BeliefName,
  entry: NewEvidence,
): Promise<string | null> {
  const row = {
    workspace_id: workspaceId,
    id: newId('evidence'),
    belief_id: beliefId,
    type: entry.type,
    delta: entry.delta,
    sample_size: entry.sampleSize,
    experiment_id: entry.experimentId ?? null,
    journey_id: entry.journeyId ?? null,
    step_id: entry.stepId ?? null,
    source_key: entry.sourceKey ?? null,
  };
  const columns = Object.keys(row).join(', ');
  const [written] = await rowsOf<{ id: string }>(
    transaction.raw(
      `insert into belief_evidence as e (${columns}, recorded_at)
       values (${Object.keys(row)
         .map(() => '?')
         .join(', ')}, clock_timestamp())
       on conflict (workspace_id, belief_id, source_key) do update
         set delta = excluded.delta, sample_size = excluded.sample_size, recorded_at = excluded.recorded_at
         where ? and e.withdrawn_at is null
           and (e.delta, e.sample_size) is distinct from (excluded.delta, excluded.sample_size)
       returning e.id`,
      [...Object.values(row), entry.replaces ?? false],
    ),
  );
  return written?.id ?? null;
}

/**
 * Takes an entry back: the confidence is what it would be without it. The row stays, so that its source is not counted again.
 * @returns whether there was such an entry, and it stood
 */
export async function withdrawEvidence(
  database: Database,
  name: BeliefName,
  { evidenceId, actor }: { evidenceId: string; actor: string },
): Promise<boolean> {
  const { workspaceId, beliefId } = name;
  return database.transaction(async (transaction) => {
    if (!(await holdBelief(transaction, name))) return false;
    const withdrawn = await transaction('belief_evidence')
      .where({ workspace_id: workspaceId, belief_id: beliefId, id: evidenceId })
      .whereNull('withdrawn_at')
      .update({ withdrawn_at: transaction.raw('clock_timestamp()') });
    if (withdrawn === 0) return false;
    await computeConfidence(transaction, name, { change: 'withdrawn', evidenceId });
    const action = 'belief.evidence_withdrawn';
    await recordAudit(transaction, [
      { workspaceId, subjectType: 'belief', subjectId: beliefId, actor, action, metadata: { evidenceId } },
    ]);
    return true;
  });
}

/**
 * What a completed experiment says of its belief, once: an experiment that is completed again, or an attempt that is repeated,
 * changes nothing. A belief that is gone is passed over. Joins a transaction when it is given one.
 * @param found.delta rate of the best treatment minus that of the control, -1 to 1
 * @param found.sampleSize exposures of both arms, above 0
 */
export async function recordExperimentEvidence(
  database: Database,
  found: BeliefName & { experimentId: string; delta: number; sampleSize: number },
): Promise<void> {
  const { experimentId, delta, sampleSize } = found;
  const sourceKey = `experiment:${experimentId}`;
  const entry = { type: 'experiment', experimentId, delta, sampleSize, sourceKey, actor: 'system' } as const;
  await addEvidence(database, found, entry);
}

/** What an experiment step of a journey says of its belief so far: its one entry there is brought up to date. */
export async function recordStepEvidence(
  database: Database,
  found: BeliefName & { journeyId: string; stepId: string; delta: number; sampleSize: number },
): Promise<void> {
  const { workspaceId: _, beliefId: __, ...entry } = found;
  const sourceKey = `journey:${found.journeyId}:${found.stepId}`;
  await addEvidence(database, found, { type: 'experiment', ...entry, sourceKey, replaces: true, actor: 'system' });
}
