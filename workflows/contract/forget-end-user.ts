export const erasureWorkflowId = (erasureId: string): string => `erasure/${erasureId}`;

/** Only the database stores which person is erased. */
export interface ErasureInput {
  workspaceId: string;
  erasureId: string;
}
