export const noticeWorkflowId = (sendId: string): string => `notice/${sendId}`;

export interface NoticeDeliveryInput {
  workspaceId: string;
  sendId: string;
}
