import { listAttributeNames, listEndUsers, type EndUser, type PeoplePage } from '../../db/end-users/end-users';
import { csvLine } from '../../domain/csv';
import { listMembers } from '../audiences/list-members';
import type { Context } from '../ports';

const portion = 1_000;
/** Attributes with a column of their own, the most frequent ones. */
const mostAttributes = 100;

const plainColumns = ['id', 'email', 'timezone', 'locale', 'consent.marketing', 'consent.source', 'created_at'];

/** Writes people as CSV, newest first, with the columns that an import takes. */
export async function* exportPeople(
  context: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  { audienceId, search }: { audienceId?: string | undefined; search?: string | undefined },
): AsyncGenerator<string> {
  const names = (await listAttributeNames(context.database, workspaceId)).slice(0, mostAttributes);
  yield csvLine([...plainColumns, ...names.map((name) => `attributes.${name}`)]);
  for (let before: string | null = null, isMore = true; isMore;) {
    const page: PeoplePage = { limit: portion, before, search };
    const { people, next } = await readPage(context, workspaceId, audienceId, page);
    yield people.map((person) => lineOf(person, names)).join('');
    before = next;
    isMore = next !== null;
  }
}

async function readPage(
  context: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  audienceId: string | undefined,
  page: PeoplePage,
): Promise<{ people: EndUser[]; next: string | null }> {
  if (audienceId !== undefined) return listMembers(context, workspaceId, audienceId, page);
  const people = await listEndUsers(context.database, workspaceId, page);
  return { people, next: people.length === portion ? (people.at(-1)?.id ?? null) : null };
}

const lineOf = ({ id, email, timezone, locale, consent, createdAt, attributes }: EndUser, names: readonly string[]) =>
  csvLine([
    ...[id, email, timezone, locale, consent.marketing, consent.source, createdAt.toISOString()],
    ...names.map((name) => attributes[name]),
  ]);
