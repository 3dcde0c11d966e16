import type { JourneyStep } from '../../domain/journeys/schemas';
import type { SendState } from '../email/sends';
import type { WebhookTry } from '../journeys/webhook-tries';
import { frozenContents } from '../communications/communications';
import type { Database } from '../connection/pool';

/** Details of one execution: its steps, messages and webhook calls. */

export interface MetStep {
  stepId: string;
  kind: JourneyStep['kind'];
  status: 'waiting' | 'executed' | 'skipped' | 'failed';
  reason: string | null;
  armId: string | null;
  enteredAt: Date;
  leftAt: Date | null;
  resumesAt: Date | null;
  awaitsEvent: string | null;
  receivedEventId: string | null;
}

export interface StepMessage {
  id: string;
  stepId: string;
  communicationId: string;
  status: SendState;
  failure: string | null;
  sentAt: Date | null;
  warnings: string[];
}

export interface ExecutionParts {
  /** The cause of its start: an event's id, `key:` and an idempotency key, or an id of its own. */
  cause: string | null;
  steps: MetStep[];
  messages: StepMessage[];
  tries: WebhookTry[];
}

export async function findExecutionParts(
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<ExecutionParts> {
  const execution = { workspace_id: workspaceId, execution_id: executionId };
  const [run, steps, messages, tries] = await Promise.all([
    database('executions')
      .where({ workspace_id: workspaceId, id: executionId })
      .first<{ cause: string | null } | undefined>({ cause: 'event_id' }),
    database('execution_steps').where(execution).select<MetStep[]>({
      stepId: 'step_id',
      kind: 'kind',
      status: 'status',
      reason: 'reason',
      armId: 'arm_id',
      enteredAt: 'entered_at',
      leftAt: 'left_at',
      resumesAt: 'resumes_at',
      awaitsEvent: 'awaits_event',
      receivedEventId: 'heard_event_id',
    }),
    database('sends').where(execution).select<StepMessage[]>({
      id: 'id',
      stepId: 'step_id',
      communicationId: 'communication_id',
      status: 'status',
      failure: 'failure',
      sentAt: 'sent_at',
      warnings: 'warnings',
    }),
    database('webhook_tries').where(execution).orderBy(['step_id', 'number']).select<WebhookTry[]>({
      stepId: 'step_id',
      number: 'number',
      at: 'tried_at',
      durationMs: 'duration_ms',
      statusCode: 'status_code',
      failure: 'failure',
    }),
  ]);
  return { cause: run?.cause ?? null, steps, messages, tries };
}

/** Finds the subject lines that a version froze, by communication. */
export async function findFrozenSubjects(
  database: Database,
  version: { workspaceId: string; journeyId: string; version: number },
): Promise<Map<string, string>> {
  const rows = await frozenContents(database, version).select<{ id: string; subject: string | null }[]>(
    'f.communication_id as id',
    database.raw(`c.content -> 'slots' ->> 'subject' as subject`),
  );
  return new Map(rows.flatMap(({ id, subject }) => (subject === null ? [] : [[id, subject]])));
}
