import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import { ConfirmButton } from '../../../components/dialog';
import { useToast } from '../../../components/toast';
import { useMay } from '../../../session/session';

interface Props {
  journeyId: string;
  executionId: string;
  stepId: string;
  /** Whether the provider may or may not have accepted the message. */
  isUnknown: boolean;
}

/** Resends a message with an unknown outcome, if the user may. */
export function ResendMessage({ journeyId, executionId, stepId, isUnknown }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const mayResend = useMay('journeys.resend');
  if (!mayResend || !isUnknown) return null;
  const resend = async (): Promise<void> => {
    const path = { params: { path: { id: journeyId, executionId, stepId } } };
    await unwrap(api.POST('/api/journeys/{id}/executions/{executionId}/sends/{stepId}/resend', path));
    await client.invalidateQueries({ queryKey: ['journeys', journeyId] });
    toast('Resending the message.');
  };
  return (
    <ConfirmButton label="Resend" title="Resend this message?" confirm="Resend" danger={false} act={resend}>
      <p>
        The email provider may already have delivered it. <strong>The person may get the message twice.</strong>
      </p>
      <p>The message is not sent if the person has opted out, is suppressed or has reached the frequency cap.</p>
    </ConfirmButton>
  );
}
