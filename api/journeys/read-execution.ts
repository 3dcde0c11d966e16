import { listSendEvents } from '../../db/email/send-events';
import { findEmails } from '../../db/end-users/end-users';
import { findVersion } from '../../db/journeys/journey-versions';
import { findExecutionParts, findFrozenSubjects } from '../../db/reports/execution-detail';
import type { ExecutionDetail } from '../../domain/journeys/executions/schemas';
import { findNamedExecution, type ExecutionName } from '../../operations/email/render-again';
import type { Services } from '../services';
import { presentExecutionDetail } from './present-execution';

/** Reads an execution with its steps, messages and calls. @throws AppError NOT_FOUND */
export async function readExecution(services: Services, name: ExecutionName): Promise<ExecutionDetail> {
  const { database } = services;
  const { workspaceId, executionId } = name;
  const execution = await findNamedExecution({ database }, name);
  const [parts, published, subjects, emails] = await Promise.all([
    findExecutionParts(database, workspaceId, executionId),
    findVersion(database, execution),
    findFrozenSubjects(database, execution),
    findEmails(database, workspaceId, [execution.endUserId]),
  ]);
  const sends = parts.messages.map(({ id }) => id);
  const events = await listSendEvents(database, workspaceId, sends);
  const steps = published?.definition.steps ?? [];
  const email = emails.get(execution.endUserId) ?? null;
  return presentExecutionDetail(execution, { email, parts, steps, subjects, events }, services);
}
