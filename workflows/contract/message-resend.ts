/** @param subjectId subject of the outbox command: the send's id, a colon and the number of the resend */
export const resendWorkflowId = (subjectId: string): string => `resend/${subjectId}`;

export interface MessageResendInput {
  workspaceId: string;
  sendId: string;
}
