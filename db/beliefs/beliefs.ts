import type { BeliefTexts } from '../../domain/beliefs/texts';
import type { WeighedEvidence } from '../../domain/beliefs/update-confidence';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/**
 * Beliefs and what moves them: `beliefs`, `belief_evidence`, `belief_confidences`. A change of the evidence locks the belief.
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
  /** Evidence in words. */
  notes: string[];
  audience: string | null;
  owner: string | null;
  /** That which was not withdrawn, oldest first. */
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

/** With the evidence in the same statement, so that list and confidence belong together. */
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

/** The newest thousand, newest first. */
export async function listBeliefs(database: Database, workspaceId: string): Promise<Belief[]> {
  const rows: BeliefRow[] = await records(database, workspaceId).orderBy('b.id', 'desc').limit(1_000);
  return rows.map(fromRow);
}

export async function findBelief(database: Database, { workspaceId, beliefId }: BeliefName): Promise<Belief | null> {
  const [row]: BeliefRow[] = await records(database, workspaceId).where('b.id', beliefId);
  return row === undefined ? null : fromRow(row);
}

/** Which of some ids are those of beliefs. */
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

/** @returns its id */
export async function insertBelief(
  transaction: Database,
  { workspaceId, confidence, ...described }: Pick<Belief, 'workspaceId' | 'prior' | 'confidence'> & Described,
): Promise<string> {
  const beliefId = newId('belief');
  await transaction('beliefs').insert({ workspace_id: workspaceId, id: beliefId, confidence, ...described });
  await appendPoint(transaction, { workspaceId, beliefId }, { confidence, change: 'created', evidenceId: null });
  return beliefId;
}

/** Writes the fields that are given. */
export async function updateBelief(
  transaction: Database,
  name: BeliefName,
  changes: { [Field in keyof Described | 'prior']?: Belief[Field] | undefined },
): Promise<void> {
  await transaction('beliefs')
    .where({ workspace_id: name.workspaceId, id: name.beliefId })
    .update({ ...changes, updated_at: transaction.fn.now() });
}

/** With its evidence; experiments that name it go on without it. @returns whether there was such a belief */
export async function deleteBelief(transaction: Database, { workspaceId, beliefId }: BeliefName): Promise<boolean> {
  return (await transaction('beliefs').where({ workspace_id: workspaceId, id: beliefId }).delete()) > 0;
}

/** Locks a belief until the transaction ends. @returns what it says; null when there is none */
export async function lockBelief(
  transaction: Database,
  { workspaceId, beliefId }: BeliefName,
): Promise<BeliefTexts | null> {
  const belief = transaction('beliefs').where({ workspace_id: workspaceId, id: beliefId }).forNoKeyUpdate();
  return (await belief.first<BeliefTexts | undefined>('statement', 'claim')) ?? null;
}

/** Writes a new confidence of a locked belief, and appends it to its path. */
export async function recordConfidence(
  transaction: Database,
  name: BeliefName,
  point: Omit<ConfidencePoint, 'at'>,
): Promise<void> {
  await transaction('beliefs')
    .where({ workspace_id: name.workspaceId, id: name.beliefId })
    .update({ confidence: point.confidence, updated_at: transaction.fn.now() });
  await appendPoint(transaction, name, point);
}

/** By the clock and not by the transaction's beginning, which may lie before that of the one waited for. */
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

/** The newest thousand points of a belief's path, oldest first. */
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
