import type { Database } from './connection';

export async function audienceExists(database: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await database('audiences').where({ workspace_id: workspaceId, id }).first('id')) !== undefined;
}
