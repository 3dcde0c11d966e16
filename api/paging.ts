import { z } from 'zod';

const noCursor = 'This is no cursor. Take the nextCursor of the page before.';

/**
 * Cursor paging of lists: `?limit=&cursor=`, answered by `{ data, nextCursor }`. A cursor names the last item of a page, in a form
 * that a cut or made-up one does not have: such a one is refused, rather than answered by some page.
 */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .max(500)
    .regex(/^[\w-]+$/, noCursor)
    .transform(readCursor)
    .optional(),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

/** Cuts a list that was read with one item more than the page has. */
export function cutPage<Item extends { id: string }>(
  items: Item[],
  limit: number,
): { data: Item[]; nextCursor: string | null } {
  const data = items.slice(0, limit);
  return { data, nextCursor: items.length > limit ? cursorOf(data.at(-1)) : null };
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

const cursorOf = (last: { id: string } | undefined): string | null =>
  last === undefined ? null : Buffer.from(JSON.stringify([last.id])).toString('base64url');

/** The id of a cursor's item. */
function readCursor(cursor: string, context: z.core.$RefinementCtx): string {
  try {
    return cursorForm.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))[0];
  } catch {
    context.addIssue({ code: 'custom', message: noCursor });
    return z.NEVER;
  }
}

const cursorForm = z.tuple([z.string()]);
