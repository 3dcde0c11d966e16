/** @param subjectId subject of the outbox command: the send's id; for a retry, also a colon and its number */
export const noticeWorkflowId = (subjectId: string): string => `notice/${subjectId}`;

export interface NoticeDeliveryInput {
  workspaceId: string;
  sendId: string;
}
