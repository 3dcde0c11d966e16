import type { StepInput } from '../../operations/journeys/move-execution';
import { performSendStep, type SendStepContext } from '../../operations/journeys/perform-send-step';
import { resendMessage, type ResendInput } from '../../operations/journeys/resend-message';
import { sendNotice, type NoticeInput } from '../../operations/notices/send-notice';
import { attempt } from '../attempt';

/** Activities that send email: the messages of journeys, and notices to members and invited people. */
export const createEmailActivities = (context: SendStepContext & Parameters<typeof sendNotice>[0]) => ({
  /** Performs a send step, as {@link performSendStep}. */
  performSend: (input: StepInput) => attempt(context, (given) => performSendStep(given, input)),

  /** Sends a message again at an operator's request, as {@link resendMessage}. */
  resendMessage: (input: ResendInput) => attempt(context, (given) => resendMessage(given, input)),

  /** Sends a notice, as {@link sendNotice}. */
  sendNotice: (input: NoticeInput) => attempt(context, (given) => sendNotice(given, input)),
});
