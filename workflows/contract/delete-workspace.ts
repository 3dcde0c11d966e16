export const deletionWorkflowId = (workspaceId: string): string => `delete-workspace/${workspaceId}`;

export interface DeletionInput {
  workspaceId: string;
}
