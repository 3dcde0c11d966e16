import { findCommunications, type Communication } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import { sendsOf, unfinishedProblems } from '../../domain/journeys/reference-problems';
import type { JourneyDefinition } from '../../domain/journeys/schemas';

/** Returns the messages that an import could not translate completely, by id. */
export const unfinishedOf = (
  communications: ReadonlyMap<string, Communication>,
): Map<string, { name: string; problem: string }> =>
  new Map(
    [...communications].flatMap(([id, { name, importProblem: problem }]) =>
      problem === null ? [] : [[id, { name, problem }]],
    ),
  );

/** Returns why a draft cannot be published because of its messages; empty if it can. */
export async function findUnfinishedMessages(
  transaction: Database,
  workspaceId: string,
  draft: JourneyDefinition,
): Promise<string[]> {
  const ids = sendsOf(draft).map(({ id }) => id);
  const communications = await findCommunications(transaction, workspaceId, [...new Set(ids)]);
  return unfinishedProblems(draft, unfinishedOf(communications)).map(({ message }) => message);
}
