import { z } from 'zod';

/** Cursor paging of lists: `?limit=&cursor=`, answered by `{ data, nextCursor }`. The cursor is the last id of a page. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(100).optional(),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

/** Cuts a list that was read with one item more than the page has. */
export function cutPage<Item extends { id: string }>(
  items: Item[],
  limit: number,
): { data: Item[]; nextCursor: string | null } {
  const data = items.slice(0, limit);
  return { data, nextCursor: items.length > limit ? (data.at(-1)?.id ?? null) : null };
}
