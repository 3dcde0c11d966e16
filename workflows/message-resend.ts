import { proxyActivities } from '@temporalio/workflow';
import type { EmailActivities } from '../activities';
import type { MessageResendInput } from './contract/message-resend';
import { taskQueues } from './contract/names';
import { retry } from './run-manner';

const email = proxyActivities<EmailActivities>({
  taskQueue: taskQueues.email,
  startToCloseTimeout: '2m',
  heartbeatTimeout: '5s',
  retry,
});

/** Sends a message with an unknown outcome again, at an operator's request. */
export async function messageResend(input: MessageResendInput): Promise<void> {
  await email.resendMessage.executeWithOptions({ summary: 'send the message again' }, [input]);
}
