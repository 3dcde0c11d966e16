import { sendNotice } from '../operations/notices/send-notice';
import { attempt } from './attempt';

export interface SendNoticeInput {
  workspaceId: string;
  sendId: string;
}

/** Messages to members and invited people. */
export const createNoticeActivities = (context: Parameters<typeof sendNotice>[0]) => ({
  /** Sends a notice at most once. @throws a retryable failure if the provider has not accepted it */
  sendNotice: (input: SendNoticeInput): Promise<void> => attempt(context, (given) => sendNotice(given, input)),
});
