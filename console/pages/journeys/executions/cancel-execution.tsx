import { useId, useState } from 'react';
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

/** Cancels a running execution, if the user may. */
export function CancelExecution({ journeyId, execution, className = 'button' }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const mayCancel = useMay('journeys.cancel');
  const [reason, setReason] = useState('');
  const fieldId = useId();
  if (!mayCancel || execution.status !== 'RUNNING' || execution.cancelReason !== null) return null;
  const executionId = executionIdOf(execution);
  const act = async (): Promise<void> => {
    const path = { params: { path: { id: journeyId, executionId } } };
    if (reason.trim() === '') await unwrap(api.POST('/api/journeys/{id}/executions/{executionId}/cancel', path));
    else {
      const body = { action: 'end' as const, reason };
      await unwrap(api.POST('/api/journeys/{id}/executions/{executionId}/actions', { ...path, body }));
    }
    await client.invalidateQueries({ queryKey: ['journeys', journeyId] });
    toast(`${executionId} canceled.`);
  };
  return (
    <ConfirmButton
      label="Cancel execution"
      title={`Cancel ${executionId}?`}
      confirm="Cancel execution"
      dismiss="Keep running"
      className={className}
      act={act}
    >
      <p>
        The execution stops at <strong>{execution.currentStepId}</strong>, without further messages or calls. Messages
        that were already sent are not affected. Other executions continue.
      </p>
      <div className="field">
        <label htmlFor={fieldId}>Reason (optional)</label>
        <input id={fieldId} value={reason} maxLength={100} onChange={({ target }) => setReason(target.value)} />
        <p className="hint">Shown as the exit reason.</p>
      </div>
      <p>You cannot undo this. The person can enter again if the re-entry setting of the journey allows it.</p>
    </ConfirmButton>
  );
}
