import type { ExperimentStatus } from '../../domain/experiments/schemas';
import type { JourneyStatus } from '../../domain/journeys/schemas';
import type { BeliefName } from '../beliefs/beliefs';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

interface Use<Status> {
  id: string;
  name: string;
  status: Status;
}

export interface BeliefUses {
  experiments: Use<ExperimentStatus>[];
  /** Journeys with a step that tests the belief, in the draft or in the latest version. */
  journeys: Use<JourneyStatus>[];
}

/** Lists the experiments and journeys that test a belief, newest first. */
export async function readBeliefUses(database: Database, name: BeliefName): Promise<BeliefUses> {
  const [experiments, journeys] = await Promise.all([
    rowsOf<Use<ExperimentStatus>>(
      database.raw(
        `select id, name, status from experiments where workspace_id = :workspaceId and belief_id = :beliefId order by id desc`,
        { ...name },
      ),
    ),
    rowsOf<Use<JourneyStatus>>(
      database.raw(
        `select j.id, j.name, j.status from journeys j
           left join journey_drafts d on d.workspace_id = j.workspace_id and d.journey_id = j.id
           left join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
          where j.workspace_id = :workspaceId and (jsonb_path_exists(d.steps, '$[*] \\? (@.beliefId == $belief)',
                                 jsonb_build_object('belief', cast(:beliefId as text)))
               or jsonb_path_exists(v.steps, '$[*] \\? (@.beliefId == $belief)',
                                    jsonb_build_object('belief', cast(:beliefId as text))))
          order by j.id desc`,
        { ...name },
      ),
    ),
  ]);
  return { experiments, journeys };
}
