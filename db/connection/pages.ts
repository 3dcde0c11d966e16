import type { Knex } from 'knex';

/** A page of rows, newest first. Ids sort in the order of their creation. */
export interface IdPage {
  limit: number;
  /** The last id of the previous page; null for the first page. */
  before: string | null;
}

/**
 * Limits a query to a page.
 * @param id the column of the ids
 */
export function newestPage<Query extends Knex.QueryBuilder>(query: Query, { limit, before }: IdPage, id = 'id'): Query {
  if (before !== null) query.where(id, '<', before);
  query.orderBy(id, 'desc').limit(limit);
  return query;
}
