import type { WorkspaceSettings } from '../../domain/accounts/schemas';
import type { CommunicationContent } from '../../domain/communications/schemas';
import type { JsonObject } from '../../domain/json/schemas';
import type { Database } from '../connection/pool';
import { columnsOf, fieldsOf, listColumns } from '../connection/rows';
import { runPrepared } from '../connection/statements';
import { endUserColumns, endUserFromRow, type EndUser, type EndUserRow } from '../end-users/end-users';
import { sendColumns, type Send, type StepName } from './sends';

/** The workspace settings that a message depends on. */
export type SendingWorkspace = { id: string } & Pick<
  WorkspaceSettings,
  'name' | 'sender' | 'quietHours' | 'frequencyCap' | 'unknownOutcome'
>;

/** Everything a send step needs, read in one snapshot. */
export interface SendCircumstances {
  /** The send of an earlier attempt at the step; null if there was none. */
  earlier: Send | null;
  /** Null after an erasure. */
  endUser: EndUser | null;
  workspace: SendingWorkspace;
  /** Null if the version froze no such content. */
  content: CommunicationContent | null;
  /** Data of the event that started the execution; empty for a manual start. */
  eventData: JsonObject;
  /** The server's clock. */
  now: Date;
}

const workspaceColumns = columnsOf<SendingWorkspace>()(
  'id',
  'name',
  'sender',
  'quietHours',
  'frequencyCap',
  'unknownOutcome',
);

type Row = Pick<SendCircumstances, 'content' | 'now'> & { eventData: JsonObject | null } & Record<string, unknown>;

/** Reads the circumstances of a send step. Returns null if the execution does not exist. */
export async function readSendCircumstances(
  database: Database,
  step: StepName,
  communicationId: string,
): Promise<SendCircumstances | null> {
  const {
    rows: [row],
  } = await runPrepared<Row>(
    database,
    {
      name: 'read-send-circumstances',
      text: `select ${listColumns(sendColumns, 's', 'send.')}, cast(s.provider_started_at as text) as "send.claim",
                    ${listColumns(endUserColumns, 'u', 'endUser.')},
                    ${listColumns(workspaceColumns, 'w', 'workspace.')},
                    c.content, e.event_data as "eventData", now() as now
               from executions e
               join workspaces w on w.id = e.workspace_id
               left join end_users u on u.workspace_id = e.workspace_id and u.id = e.end_user_id
               left join sends s on s.workspace_id = $1 and s.execution_id = $2 and s.step_id = $3
               left join journey_version_contents f on f.workspace_id = e.workspace_id and f.journey_id = e.journey_id
                                                   and f.version = e.version and f.communication_id = $4
               left join communication_contents c on c.workspace_id = f.workspace_id and c.hash = f.content_hash
              where e.workspace_id = $1 and e.id = $2`,
    },
    [step.workspaceId, step.executionId, step.stepId, communicationId],
  );
  if (row === undefined) return null;
  const endUser = fieldsOf<EndUserRow>(row, 'endUser.');
  const earlier = fieldsOf<Send>(row, 'send.');
  return {
    earlier: earlier.id === null ? null : earlier,
    endUser: endUser.id === null ? null : endUserFromRow(endUser),
    workspace: fieldsOf<SendingWorkspace>(row, 'workspace.') as SendingWorkspace,
    content: row.content,
    eventData: row.eventData ?? {},
    now: row.now,
  };
}
