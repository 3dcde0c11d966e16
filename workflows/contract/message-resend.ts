/** @param subjectId of the outbox command: the send's id and, after a colon, which resend it is */
export const resendWorkflowId = (subjectId: string): string => `resend/${subjectId}`;

export interface MessageResendInput {
  workspaceId: string;
  sendId: string;
}
