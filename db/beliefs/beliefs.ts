import type { BeliefTexts } from '../../domain/beliefs/texts';
import type { WeighedEvidence } from '../../domain/beliefs/update-confidence';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { nextUpdatedAt } from '../connection/updated-at';

/**
 * Beliefs and their evidence: `beliefs`, `belief_evidence`, `belief_confidences`. Changing the evidence locks the
 * belief.
 */
export interface Belief extends BeliefTexts {
  workspaceId: string;
  id: string;
  /** Confidence before any evidence, 0 to 1. */
  prior: number;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  subject: string | null;
  /** Evidence described in words. */
  notes: string[];
  audience: string | null;
  owner: string | null;
  /** Evidence that was not withdrawn, oldest first. */
  evidence: Evidence[];
  createdAt: Date;
  updatedAt: Date;
}

export interface Evidence extends WeighedEvidence {
  id: string;
  experimentId: string | null;
  journeyId: string | null;
  stepId: string | null;
  source: 'manual' | 'experiment' | 'journey';
  recordedAt: Date;
}

export interface BeliefName {
  workspaceId: string;
  beliefId: string;
}

export interface ConfidencePoint {
  at: Date;
  confidence: number;
  change: 'created' | 'evidence' | 'withdrawn' | 'prior';
  evidenceId: string | null;
}

type LockedBelief = BeliefTexts & Pick<Belief, 'updatedAt'>;

type BeliefRow = Omit<Belief, 'evidence'> & {
  evidence: (Omit<Evidence, 'recordedAt'> & { recordedAtMs: number })[];
};

const columns = columnsOf<Omit<Belief, 'evidence'>>()(
  'workspaceId',
  'id',
  'statement',
  'claim',
  'prior',
  'confidence',
  'tags',
  'subject',
  'notes',
  'audience',
  'owner',
  'createdAt',
  'updatedAt',
);

const fromRow = (row: BeliefRow): Belief => ({
  ...row,
  evidence: row.evidence.map(({ recordedAtMs, ...entry }) => ({ ...entry, recordedAt: new Date(recordedAtMs) })),
});

/** Reads the evidence in the same statement, so that it matches the confidence. */
const records = (database: Database, workspaceId: string) =>
  database('beliefs as b')
    .where('b.workspace_id', workspaceId)
    .select<BeliefRow[]>(
      ...columns.map((column) => `b.${column}`),
      database.raw(
        `(select coalesce(json_agg(json_build_object(
             'id', e.id, 'type', e.type, 'delta', e.delta, 'sampleSize', e.sample_size, 'experimentId', e.experiment_id,
             'journeyId', e.journey_id, 'stepId', e.step_id,
             'source', case when e.journey_id is not null then 'journey'
                            when e.source_key like 'experiment:%' then 'experiment' else 'manual' end,
             'recordedAtMs', floor(extract(epoch from e.recorded_at) * 1000)) order by e.id), '[]')
            from belief_evidence e
           where e.workspace_id = b.workspace_id and e.belief_id = b.id and e.withdrawn_at is null) as evidence`,
      ),
    );

/** Lists the newest thousand beliefs, newest first. */
export async function listBeliefs(database: Database, workspaceId: string): Promise<Belief[]> {
  const rows: BeliefRow[] = await records(database, workspaceId).orderBy('b.id', 'desc').limit(1_000);
  return rows.map(fromRow);
}

export async function findBelief(database: Database, { workspaceId, beliefId }: BeliefName): Promise<Belief | null> {
  const [row]: BeliefRow[] = await records(database, workspaceId).where('b.id', beliefId);
  return row === undefined ? null : fromRow(row);
}

/** Returns those of the given ids that belong to beliefs. */
export async function findBeliefIds(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database('beliefs')
    .where({ workspace_id: workspaceId })
    .whereIn('id', ids)
    .select<{ id: string }[]>('id');
  return new Set(rows.map(({ id }) => id));
}

type Described = Pick<Belief, 'statement' | 'claim' | 'tags' | 'subject' | 'notes' | 'audience' | 'owner'>;

/**
 * Stores a belief and its first confidence point.
 * @returns its id
 */
export async function insertBelief(
  transaction: Database,
  { workspaceId, confidence, ...described }: Pick<Belief, 'workspaceId' | 'prior' | 'confidence'> & Described,
): Promise<string> {
  const beliefId = newId('belief');
  await transaction('beliefs').insert({ workspace_id: workspaceId, id: beliefId, confidence, ...described });
  await appendPoint(transaction, { workspaceId, beliefId }, { confidence, change: 'created', evidenceId: null });
  return beliefId;
}

/** Updates the given fields. */
export async function updateBelief(
  transaction: Database,
  name: BeliefName,
  changes: { [Field in keyof Described | 'prior']?: Belief[Field] | undefined },
): Promise<void> {
  await transaction('beliefs')
    .where({ workspace_id: name.workspaceId, id: name.beliefId })
    .update({ ...changes, updated_at: nextUpdatedAt(transaction) });
}

/**
 * Deletes a belief and its evidence. Experiments that reference it continue without it.
 * @returns whether it existed
 */
export async function deleteBelief(transaction: Database, { workspaceId, beliefId }: BeliefName): Promise<boolean> {
  return (await transaction('beliefs').where({ workspace_id: workspaceId, id: beliefId }).delete()) > 0;
}

/**
 * Locks a belief until the transaction ends.
 * @returns its texts and `updatedAt`; null if it does not exist
 */
export async function lockBelief(
  transaction: Database,
  { workspaceId, beliefId }: BeliefName,
): Promise<LockedBelief | null> {
  const belief = transaction('beliefs').where({ workspace_id: workspaceId, id: beliefId }).forNoKeyUpdate();
  return (await belief.first<LockedBelief | undefined>('statement', 'claim', 'updated_at as updatedAt')) ?? null;
}

/** Stores a new confidence of a locked belief, and appends it to the confidence history. */
export async function recordConfidence(
  transaction: Database,
  name: BeliefName,
  point: Omit<ConfidencePoint, 'at'>,
): Promise<void> {
  await transaction('beliefs')
    .where({ workspace_id: name.workspaceId, id: name.beliefId })
    .update({ confidence: point.confidence, updated_at: nextUpdatedAt(transaction) });
  await appendPoint(transaction, name, point);
}

/**
 * Uses the clock instead of the transaction's start, which may be earlier than that of the transaction that it waited
 * for.
 */
async function appendPoint(
  transaction: Database,
  { workspaceId, beliefId }: BeliefName,
  point: Omit<ConfidencePoint, 'at'>,
): Promise<void> {
  await transaction('belief_confidences').insert({
    workspace_id: workspaceId,
    belief_id: beliefId,
    at: transaction.raw('clock_timestamp()'),
    confidence: point.confidence,
    change: point.change,
    evidence_id: point.evidenceId,
  });
}

/** Lists the newest thousand confidence points of a belief, oldest first. */
export async function listConfidences(
  database: Database,
  { workspaceId, beliefId }: BeliefName,
): Promise<ConfidencePoint[]> {
  return rowsOf<ConfidencePoint>(
    database.raw(
      `select at, confidence, change, evidence_id as "evidenceId" from (
         select * from belief_confidences where workspace_id = ? and belief_id = ? order by number desc limit 1000
       ) newest order by number`,
      [workspaceId, beliefId],
    ),
  );
}
