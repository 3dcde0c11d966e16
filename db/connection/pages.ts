import type { Knex } from 'knex';

/** A page of rows, newest first: their ids are in the order of their creation. */
export interface IdPage {
  limit: number;
  /** The id that the page before ended with; null for the first page. */
  before: string | null;
}

/** Takes a page of a query. @param id the column of the ids */
export function newestPage<Query extends Knex.QueryBuilder>(query: Query, { limit, before }: IdPage, id = 'id'): Query {
  if (before !== null) query.where(id, '<', before);
  query.orderBy(id, 'desc').limit(limit);
  return query;
}
