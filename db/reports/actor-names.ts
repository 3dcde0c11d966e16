/**
 * Of a statement that reads the log: the name or email of the user, or the name of the key, as they are now; null for one that is deleted,
 * and for `system`. It goes with {@link actorJoins}.
 */
export const actorName = 'coalesce(u.name, u.email, k.name)';

/** @param actor the column with the id @param workspaceId the column beside it */
export const actorJoins = (actor: string, workspaceId: string): string =>
  `left join users u on u.id = ${actor}
   left join api_keys k on k.workspace_id = ${workspaceId} and k.id = ${actor}`;
