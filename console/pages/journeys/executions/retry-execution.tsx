import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../../api/client';
import { ConfirmButton } from '../../../components/dialog';
import { useToast } from '../../../components/toast';
import { useMay } from '../../../session/session';
import { executionIdOf } from './execution-id';

interface Props {
  journeyId: string;
  execution: Schemas['ExecutionDetail'];
  /** The name of the step at which it failed. */
  stepName: string;
}

/** Retries a failed execution, if the user may. */
export function RetryExecution({ journeyId, execution, stepName }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const mayRetry = useMay('journeys.retry');
  if (!mayRetry || execution.status !== 'FAILED') return null;
  const executionId = executionIdOf(execution);
  const act = async (): Promise<void> => {
    const path = { params: { path: { id: journeyId, executionId } } };
    await unwrap(api.POST('/api/journeys/{id}/executions/{executionId}/retry', path));
    await client.invalidateQueries({ queryKey: ['journeys', journeyId] });
    toast(`Retrying ${executionId}.`);
  };
  return (
    <ConfirmButton label="Retry" title={`Retry ${executionId}?`} confirm="Retry" danger={false} act={act}>
      <p>
        The execution resumes at <strong>{stepName}</strong>, and this step is performed again. Earlier steps are not.
      </p>
      <p>A message that may have been sent is not sent again.</p>
    </ConfirmButton>
  );
}
