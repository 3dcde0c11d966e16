import { api, unwrap, type Schemas } from '../../api/client';
import type { CursorPage } from '../../api/lists';

export interface PeopleFilter {
  q?: string;
  audienceId?: string;
}

/**
 * Reads one page of people. The API ends a page of a rare audience after a while, even without people: then it reads the
 * next one.
 */
export async function readPeople(
  filter: PeopleFilter,
  page: { limit: number; cursor?: string },
): Promise<CursorPage<Schemas['EndUser']>> {
  for (let query = { ...page, ...filter }; ;) {
    const found = await unwrap(api.GET('/api/end-users', { params: { query } }));
    if (found.data.length > 0 || found.nextCursor === null) return found;
    query = { ...query, cursor: found.nextCursor };
  }
}

/** Returns the name in a person's attributes, or null. */
export function nameOf({ attributes }: Pick<Schemas['EndUser'], 'attributes'>): string | null {
  const { name, first_name: first, last_name: last } = attributes;
  if (typeof name === 'string' && name.trim() !== '') return name;
  return (
    [first, last]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .trim() || null
  );
}
