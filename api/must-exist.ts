import type { Database } from '../db/connection/pool';
import { notFound } from '../domain/errors';
import type { AuthorizationRequest } from './route';

type Find = (database: Database, workspaceId: string, id: string) => Promise<object | null>;

/** Of a route whose path names something by `:id`: refuses an unknown one. @throws AppError NOT_FOUND */
export const mustExist =
  (noun: string, find: Find) =>
  async ({ actor, params: { id = '' }, services }: AuthorizationRequest): Promise<void> => {
    if ((await find(services.database, actor.workspaceId, id)) === null) throw notFound(noun, id);
  };
