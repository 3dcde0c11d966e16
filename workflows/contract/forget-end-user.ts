export const erasureWorkflowId = (erasureId: string): string => `erasure/${erasureId}`;

/** Whom it is about is in the database only. */
export interface ErasureInput {
  workspaceId: string;
  erasureId: string;
}
