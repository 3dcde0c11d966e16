import { useQueryClient } from '@tanstack/react-query';
import { refusalOf, stepActions, type StepAction } from '../../../../domain/journeys/executions/actions';
import { isDecided } from '../../../../domain/journeys/steps/registry';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { api, unwrap, type Schemas } from '../../../api/client';
import { ConfirmButton } from '../../../components/dialog';
import { useToast } from '../../../components/toast';
import { useMay } from '../../../session/session';
import { executionIdOf } from './execution-id';

interface Props {
  journeyId: string;
  execution: Schemas['ExecutionDetail'];
  /** The step that the execution is at. */
  step: JourneyStep;
  /** The step's name for people. */
  name: string;
}

const texts: Readonly<Record<StepAction, { label: string; title: string; effect: string; done: string }>> = {
  move_on: {
    label: 'Move on',
    title: 'End this wait now?',
    effect: 'The execution continues as if the time of the wait were over.',
    done: 'The execution moved on.',
  },
  retry_now: {
    label: 'Retry now',
    title: 'Retry this step now?',
    effect: 'The step is performed again immediately, without waiting for its next attempt.',
    done: 'Retrying the step.',
  },
  skip_step: {
    label: 'Skip step',
    title: 'Skip this step?',
    effect: 'The execution continues with the next step. You cannot perform this step later.',
    done: 'The step was skipped.',
  },
};

/** Offers the possible actions on the current step of a running execution, if the user may. */
export function StepActions({ journeyId, execution, step, name }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const mayAct = useMay('journeys.cancel');
  if (!mayAct || execution.status !== 'RUNNING' || execution.cancelReason !== null) return null;
  const at = { id: step.id, kind: step.kind, ...(isDecided(step) ? { decides: 'other' as const } : {}) };
  const act = async (action: StepAction): Promise<void> => {
    const path = { params: { path: { id: journeyId, executionId: executionIdOf(execution) } } };
    const body = { action, stepId: step.id };
    await unwrap(api.POST('/api/journeys/{id}/executions/{executionId}/actions', { ...path, body }));
    await client.invalidateQueries({ queryKey: ['journeys', journeyId] });
    toast(texts[action].done);
  };
  return (
    <div className="button-row">
      {stepActions
        .filter((action) => refusalOf(action, at, step.id) === null)
        .map((action) => {
          const { label, title, effect } = texts[action];
          return (
            <ConfirmButton
              key={action}
              label={label}
              title={title}
              confirm={label}
              danger={action === 'skip_step'}
              className="button text"
              act={() => act(action)}
            >
              <p>
                Step <strong>{name}</strong>. {effect}
              </p>
            </ConfirmButton>
          );
        })}
    </div>
  );
}
