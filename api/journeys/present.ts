import type { z } from 'zod';
import { shownEndUserId } from '../../domain/erasure/erased';
import type { Execution } from '../../db/journeys/executions';
import type { Journey } from '../../db/journeys/journeys';
import type {
  executionRecord,
  FrozenEntry,
  journeyRecord,
  JourneyDefinition,
  namedExecution,
} from '../../domain/journeys/schemas';
import { journeyWorkflowId } from '../../workflows/contract/journey-execution';
import type { Services } from '../services';

/**
 * A journey as the API shows it.
 * @param shown the definition on top: of the draft when there is one, else of `version`
 * @param frozen of `version`; null for a draft
 */
export function presentJourney(
  journey: Journey,
  shown: JourneyDefinition,
  version: number | 'draft',
  frozen: FrozenEntry | null,
): z.infer<typeof journeyRecord> {
  const updatedAt = journey.updatedAt.toISOString();
  return {
    id: journey.id,
    name: journey.name,
    description: journey.description,
    status: journey.status,
    ...shown,
    version,
    frozen,
    latestVersion: journey.latestVersion,
    draft: journey.draft === null ? null : { ...journey.draft, updatedAt },
    createdAt: journey.createdAt.toISOString(),
    updatedAt,
  };
}

/** @param email of its person, as it is now */
export const presentNamedExecution = (
  execution: Execution,
  email: string | null,
  services: Pick<Services, 'settings'>,
): z.infer<typeof namedExecution> => ({ ...presentExecution(execution, services), endUserEmail: email });

export function presentExecution(
  execution: Execution,
  { settings: { temporalUiUrl, temporalNamespace } }: Pick<Services, 'settings'>,
): z.infer<typeof executionRecord> {
  const { workspaceId, journeyId, version, id } = execution;
  const workflowId = journeyWorkflowId(id);
  return {
    executionArn: `arn:apex:journeys:${workspaceId}:execution/${journeyId}/${version}/${id}`,
    endUserId: shownEndUserId(execution.endUserId),
    status: execution.status,
    startedAt: execution.startedAt.toISOString(),
    currentStepId: execution.currentStepId,
    version,
    endedAt: execution.endedAt?.toISOString() ?? null,
    exitReason: execution.exitReason,
    cancelReason: execution.cancelReason,
    workflowId,
    workflowUrl: `${temporalUiUrl}/namespaces/${temporalNamespace}/workflows/${encodeURIComponent(workflowId)}`,
  };
}
