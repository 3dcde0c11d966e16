import type { Database } from '../db/connection/pool';
import { notFound } from '../domain/errors';
import type { NamedRequest } from './route';

type Find = (database: Database, workspaceId: string, id: string) => Promise<unknown>;

/** Of a route whose path names something by `:id`, or whose body does by `id`: refuses an unknown one. @throws AppError NOT_FOUND */
export const mustExist =
  (noun: string, find: Find) =>
  async ({ actor, params, body, services }: NamedRequest): Promise<void> => {
    const id = params['id'] ?? body['id'];
    // A body without an id names nothing: that is what is wrong with it.
    if (actor === undefined || typeof id !== 'string' || id === '') return;
    if ((await find(services.database, actor.workspaceId, id)) === null) throw notFound(noun, id);
  };
