import type { StepInput } from '../../operations/journeys/move-execution';
import { performSendStep, type SendStepContext } from '../../operations/journeys/perform-send-step';
import { resendMessage, type ResendInput } from '../../operations/journeys/resend-message';
import { attempt } from '../attempt';

/** Activities that send the messages of journeys. */
export const createSendActivities = (context: SendStepContext) => ({
  /** Performs a send step, as {@link performSendStep}. */
  performSend: (input: StepInput) => attempt(context, (given) => performSendStep(given, input)),

  /** Sends a message again at an operator's request, as {@link resendMessage}. */
  resendMessage: (input: ResendInput) => attempt(context, (given) => resendMessage(given, input)),
});
