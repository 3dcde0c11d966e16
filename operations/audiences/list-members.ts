import { findAudience } from '../../db/audiences/audiences';
import { listEndUsers, type EndUser, type PeoplePage } from '../../db/end-users/end-users';
import { notFound } from '../../domain/errors';
import type { Context } from '../ports';
import { readSnapshot } from '../read-snapshot';
import { membersOf, scopeOf } from './preview-audience';

/** People who are in memory at the same time. */
const chunk = 500;
/** Milliseconds after which no more people are read. */
const maxMs = 1_500;

export interface MembersPage {
  people: EndUser[];
  /** The last person who was evaluated, if there are more. */
  next: string | null;
}

/**
 * Lists one page of the people in an audience now, newest first. A page of a rare audience may have fewer people than its
 * limit, or none, because it ends after 1.5 seconds.
 * @throws AppError NOT_FOUND
 */
export async function listMembers(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  audienceId: string,
  { limit, before, ...filter }: PeoplePage,
): Promise<MembersPage> {
  const audience = await findAudience(database, workspaceId, audienceId);
  if (audience === null) throw notFound('Audience', audienceId);
  const scope = scopeOf(workspaceId, audience.condition, clock.now());
  const deadline = performance.now() + maxMs;
  return readSnapshot(database, async (snapshot) => {
    const people: EndUser[] = [];
    for (let last = before; ;) {
      const read = await listEndUsers(snapshot, workspaceId, { ...filter, limit: chunk, before: last });
      people.push(...(await membersOf(snapshot, scope, read)));
      if (people.length > limit) return { people: people.slice(0, limit), next: people[limit - 1]!.id };
      if (read.length < chunk) return { people, next: null };
      last = read.at(-1)!.id;
      if (performance.now() >= deadline) return { people, next: last };
    }
  });
}
