import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../../api/client';
import { ConfirmButton } from '../../../components/dialog';
import { useToast } from '../../../components/toast';
import { useMay } from '../../../session/session';
import { executionIdOf } from './execution-id';

interface Props {
  journeyId: string;
  execution: Pick<Schemas['Execution'], 'executionArn' | 'status' | 'cancelReason' | 'currentStepId'>;
  className?: string;
}

/** Ends one execution in flight, for those who may. */
export function CancelExecution({ journeyId, execution, className = 'button' }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const mayCancel = useMay('journeys.cancel');
  if (!mayCancel || execution.status !== 'RUNNING' || execution.cancelReason !== null) return null;
  const executionId = executionIdOf(execution);
  const act = async (): Promise<void> => {
    const path = { params: { path: { id: journeyId, executionId } } };
    await unwrap(api.POST('/api/journeys/{id}/executions/{executionId}/cancel', path));
    await client.invalidateQueries({ queryKey: ['journeys', journeyId] });
    toast(`${executionId} is canceled.`);
  };
  return (
    <ConfirmButton
      label="Cancel execution"
      title={`Cancel ${executionId}?`}
      confirm="Cancel execution"
      className={className}
      act={act}
    >
      <p>
        It stands at <strong>{execution.currentStepId}</strong>, and does nothing more: no message, no call. It ends as
        CANCELED, reason <code>canceled</code>. Other executions go on, and what it has sent already stays sent.
      </p>
      <p>This cannot be undone. The person may enter again as the journey’s re-entry rule says.</p>
    </ConfirmButton>
  );
}
