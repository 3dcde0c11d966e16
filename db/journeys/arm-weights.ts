import type { ArmCounts } from '../../domain/journeys/branch-performance';
import type { ExperimentStep } from '../../domain/journeys/reweigh';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { recordAudit } from '../audit/audit';
import { acquireLock } from '../connection/advisory-locks';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Learned weights of experiment steps: `journey_arm_weights`. */

export interface WeighedJourney {
  workspaceId: string;
  journeyId: string;
  /** The latest version, which new executions use. */
  version: number;
  /** Steps that use Thompson sampling or have a belief. */
  steps: ExperimentStep[];
}

const learns = (step: JourneyStep): step is ExperimentStep =>
  step.kind === 'experiment' && (step.allocation === 'thompson' || typeof step.beliefId === 'string');

/**
 * Lists published and paused journeys with a learning experiment step in their latest version, in all workspaces, in
 * order, starting after a name.
 */
export async function listWeighedJourneys(
  database: Database,
  { after, limit }: { after: Pick<WeighedJourney, 'workspaceId' | 'journeyId'> | null; limit: number },
): Promise<WeighedJourney[]> {
  const rows = await rowsOf<Omit<WeighedJourney, 'steps'> & { steps: JourneyStep[] }>(
    database.raw(
      `select v.workspace_id as "workspaceId", v.journey_id as "journeyId", v.version, v.steps
         from journeys j
         join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
        where (j.workspace_id, j.id) > (?, ?) and j.status in ('published', 'paused')
          and jsonb_path_exists(v.steps, '$[*] \\? (@.kind == "experiment" && (@.allocation == "thompson" || @.beliefId != null))')
        order by j.workspace_id, j.id limit ?`,
      [after?.workspaceId ?? '', after?.journeyId ?? '', limit],
    ),
  );
  return rows.map((row) => ({ ...row, steps: row.steps.filter(learns) }));
}

/** Lists the weights by arm that steps of a version got after publication, by step. Other steps have their original weights. */
export async function listArmWeights(
  database: Database,
  { workspaceId, journeyId, version }: { workspaceId: string; journeyId: string; version: number },
): Promise<Map<string, Record<string, number>>> {
  const rows = await database('journey_arm_weights')
    .where({ workspace_id: workspaceId, journey_id: journeyId, version })
    .select<{ id: string; weights: Record<string, number> }[]>('step_id as id', 'weights');
  return new Map(rows.map(({ id, weights }) => [id, weights]));
}

/**
 * Lets one process at a time learn from a journey, until the transaction ends, so that older counts cannot overwrite
 * newer weights.
 */
export async function lockWeights(transaction: Database, { workspaceId, journeyId }: WeighedJourney): Promise<void> {
  await acquireLock(transaction, `arm weights ${workspaceId}/${journeyId}`);
}

/** Counts the subjects of a step by arm, over all versions. A subject in several arms counts only for the first one. */
export async function countSubjectsOnce(
  database: Database,
  step: { workspaceId: string; journeyId: string; stepId: string },
): Promise<Map<string, ArmCounts>> {
  const rows = await rowsOf<ArmCounts>(
    database.raw(
      `select arm_id as "armId", count(*)::int as "subjectsReached", count(converted_at)::int as "goalEvents"
         from (select distinct on (end_user_id) arm_id, converted_at from journey_arm_subjects
                where workspace_id = ? and journey_id = ? and step_id = ?
                order by end_user_id, reached_at, arm_id) first_arms
        group by arm_id`,
      [step.workspaceId, step.journeyId, step.stepId],
    ),
  );
  return new Map(rows.map((row) => [row.armId, row]));
}

/**
 * Stores new weights of a step, and logs them with the previous ones. Unchanged weights are not stored. The caller
 * holds the lock of {@link lockWeights}.
 * @returns whether they changed
 */
export async function setArmWeights(
  transaction: Database,
  { workspaceId, journeyId, version }: WeighedJourney,
  step: ExperimentStep,
  weights: Record<string, number>,
): Promise<boolean> {
  const stepId = step.id;
  const held = (await listArmWeights(transaction, { workspaceId, journeyId, version })).get(stepId);
  const previous = Object.fromEntries(step.arms.map(({ id, weight }) => [id, held?.[id] ?? weight]));
  if (step.arms.every(({ id }) => previous[id] === weights[id])) return false;
  await transaction('journey_arm_weights')
    .insert({
      workspace_id: workspaceId,
      journey_id: journeyId,
      version,
      step_id: stepId,
      weights: JSON.stringify(weights),
      updated_at: transaction.fn.now(),
    })
    .onConflict(['workspace_id', 'journey_id', 'version', 'step_id'])
    .merge(['weights', 'updated_at']);
  await recordAudit(transaction, [
    {
      workspaceId,
      subjectType: 'journey',
      subjectId: journeyId,
      actor: 'system',
      action: 'journey.updated',
      metadata: { version, stepId, weights, previous },
    },
  ]);
  return true;
}
