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
  /** Null without an experiment, and once it is deleted. */
  experimentName: string | null;
  journeyId: string | null;
  /** Null without a journey, and once it is deleted. */
  journeyName: string | null;
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

/** A point of the history, with the confidence before it and the evidence that caused it. */
export interface ConfidenceChange extends ConfidencePoint {
  /** Null at the creation, and for the oldest point that is listed. */
  previousConfidence: number | null;
  evidence: Evidence | null;
}

type LockedBelief = BeliefTexts & Pick<Belief, 'updatedAt'>;

type EvidenceRow = Omit<Evidence, 'recordedAt'> & { recordedAtMs: number };

type BeliefRow = Omit<Belief, 'evidence'> & { evidence: EvidenceRow[] };

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
  evidence: row.evidence.map(evidenceFromRow),
});

const evidenceFromRow = ({ recordedAtMs, ...entry }: EvidenceRow): Evidence => ({
  ...entry,
  recordedAt: new Date(recordedAtMs),
});

/** An entry `e` of `belief_evidence` as JSON. */
const evidenceJson = `
  json_build_object(
    'id', e.id, 'type', e.type, 'delta', e.delta, 'sampleSize', e.sample_size, 'experimentId', e.experiment_id,
    'experimentName', (select x.name from experiments x where x.workspace_id = e.workspace_id and x.id = e.experiment_id),
    'journeyId', e.journey_id,
    'journeyName', (select j.name from journeys j where j.workspace_id = e.workspace_id and j.id = e.journey_id),
    'stepId', e.step_id,
    'source', case when e.journey_id is not null then 'journey'
                   when e.source_key like 'experiment:%' then 'experiment' else 'manual' end,
    'recordedAtMs', floor(extract(epoch from e.recorded_at) * 1000))`;

/** Reads the evidence in the same statement, so that it matches the confidence. */
const records = (database: Database, workspaceId: string) =>
  database('beliefs as b')
    .where('b.workspace_id', workspaceId)
    .select<BeliefRow[]>(
      ...columns.map((column) => `b.${column}`),
      database.raw(
        `(select coalesce(json_agg(${evidenceJson} order by e.id), '[]')
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

const maxPoints = 1_000;

/** Lists the newest thousand confidence points of a belief, oldest first. */
export async function listConfidences(
  database: Database,
  { workspaceId, beliefId }: BeliefName,
): Promise<ConfidenceChange[]> {
  const rows = await rowsOf<ConfidencePoint & { evidence: EvidenceRow | null }>(
    database.raw(
      `select c.at, c.confidence, c.change, c.evidence_id as "evidenceId",
              case when e.id is not null then ${evidenceJson} end as evidence
         from (
           select * from belief_confidences where workspace_id = ? and belief_id = ? order by number desc limit ?
         ) c
         left join belief_evidence e on e.workspace_id = c.workspace_id and e.id = c.evidence_id
        order by c.number`,
      [workspaceId, beliefId, maxPoints + 1],
    ),
  );
  const changes = rows.map((row, index) => ({
    ...row,
    previousConfidence: rows[index - 1]?.confidence ?? null,
    evidence: row.evidence && evidenceFromRow(row.evidence),
  }));
  return changes.slice(-maxPoints);
}
