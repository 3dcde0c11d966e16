import { escapeLike } from '../../domain/like-pattern';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/**
 * The text by which people are found. A trigger writes it when a person changes (`end_user_search_text`). After a change
 * of the workspace's searched attributes, commands of the outbox write it for all of them.
 */

/** Queues the indexing of a workspace's people. */
export const queuePeopleIndex = (transaction: Database, workspaceId: string): Promise<void> =>
  queuePeopleIndexAfter(transaction, { workspaceId, changeId: newId('request'), after: '' });

/** Queues the indexing of the people after an id. */
export const queuePeopleIndexAfter = (
  transaction: Database,
  { workspaceId, changeId, after }: { workspaceId: string; changeId: string; after: string },
): Promise<void> => enqueue(transaction, [{ workspaceId, kind: 'index_people', subjectId: `${changeId}:${after}` }]);

/**
 * Writes the text of the next people in the order of their ids.
 * @returns the last id; undefined if there are no more people
 */
export async function indexPeopleAfter(
  transaction: Database,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ last: string | null }>(
    transaction.raw(
      `with batch as (
         select id from end_users where workspace_id = :workspaceId and id > :after
          order by id limit :limit for no key update
       ), indexed as (
         update end_users p set search_text = end_user_search_text(p) from batch
          where p.workspace_id = :workspaceId and p.id = batch.id
            and p.search_text is distinct from end_user_search_text(p)
       )
       select max(id) as last from batch`,
      { workspaceId, after, limit },
    ),
  );
  return row?.last ?? undefined;
}

/** Maximum number of words that a search compares. */
const maxWords = 6;

/**
 * Returns patterns for `like`, one for each word of a search. A word of one or two letters has too few trigrams for the
 * index: it matches only where a word begins.
 */
export function patternsOf(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  return words.map((word) => {
    return [...word].length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`;
  });
}
