import { z } from 'zod';
import { unstorable } from '../domain/json/storable';

const noCursor = 'must be the `nextCursor` of the previous page';

/**
 * Cursor paging of lists: `?limit=&cursor=`, answered by `{ data, nextCursor }`. A cursor names the last item of a page, in a form
 * that a cut or made-up one does not have: such a one is refused, rather than answered by some page.
 */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorOf(z.tuple([z.string()]).transform(([id]) => id)).optional(),
});

/** Of a list that is not sorted by id: its cursors hold what an item is sorted by, so that the list goes on when the item is gone. */
export const pageQueryBy = <Key>(key: z.ZodType<Key>) => pageQuery.extend({ cursor: cursorOf(key).optional() });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

/**
 * Cuts a list that was read with one item more than the page has.
 * @param keyOf what an item is sorted by, as the list's cursors hold it
 */
export function cutPage<Item extends { id: string }>(
  items: Item[],
  limit: number,
  keyOf: (item: Item) => readonly string[] = ({ id }) => [id],
): { data: Item[]; nextCursor: string | null } {
  const data = items.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: items.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null };
}

/**
 * The header that leads on from a page of a list whose answer is a plain array (RFC 8288); nothing after the last page.
 * @param query the list's filter and limit, as they were taken
 */
export function nextLink(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  nextCursor: string | null,
): { Link: string } | undefined {
  if (nextCursor === null) return undefined;
  const given = Object.entries({ ...query, cursor: nextCursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return { Link: `<${path}?${search.toString()}>; rel="next"` };
}

/** Returns a cursor for the items after one with a key. @param key of JSON values */
export const writeCursor = (key: readonly unknown[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** What the item of a cursor is sorted by. */
function cursorOf<Key>(key: z.ZodType<Key>) {
  return z
    .string()
    .max(500)
    .regex(/^[\w-]+$/, noCursor)
    .transform((cursor, context): Key => {
      const read = key.safeParse(storedJson(cursor));
      if (read.success) return read.data;
      context.addIssue({ code: 'custom', message: noCursor });
      return z.NEVER;
    });
}

/** The JSON in a cursor; undefined when there is none, and when it holds text that no record has. */
function storedJson(cursor: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return unstorable(value) === null ? value : undefined;
  } catch {
    return undefined;
  }
}
