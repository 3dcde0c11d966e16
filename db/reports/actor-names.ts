/**
 * SQL for the actor's current name in a statement on the log: the name or email of a user, or the name of a key; null
 * if the actor was deleted or is `system`. Requires {@link actorJoins}.
 */
export const actorName = 'coalesce(u.name, u.email, k.name)';

/**
 * Returns the joins that {@link actorName} requires.
 * @param actor the column with the actor's id
 * @param workspaceId the column with the workspace id of the same row
 */
export const actorJoins = (actor: string, workspaceId: string): string =>
  `left join users u on u.id = ${actor}
   left join api_keys k on k.workspace_id = ${workspaceId} and k.id = ${actor}`;
