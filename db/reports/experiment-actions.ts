import type { LoggedAction } from '../../domain/experiments/milestones';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Experiment } from '../experiments/experiments';

/** Finds what people did to an experiment since its start: the newest 200 entries of the audit log, newest first. */
export const findExperimentActions = (
  database: Database,
  { workspaceId, id, startedAt }: Experiment,
): Promise<LoggedAction[]> =>
  rowsOf<LoggedAction>(
    database.raw(
      `select at, action, metadata from audit_entries
        where workspace_id = :workspaceId and subject_type = 'experiment' and subject_id = :id
          and actor <> 'system' and at >= :startedAt
        order by at desc, id desc limit 200`,
      { workspaceId, id, startedAt },
    ),
  );
