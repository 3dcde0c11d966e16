import type { ConditionFacts } from '../../domain/conditions/evaluate';
import { eventCountsIn } from '../../domain/conditions/event-counts';
import type { Condition } from '../../domain/conditions/schemas';
import type { JsonObject } from '../../domain/json/schemas';
import type { Database } from '../connection/pool';
import type { EndUser } from '../end-users/end-users';
import { countEvents } from './event-counts';

export interface FactsAbout {
  workspaceId: string;
  endUserId: string;
  /** Null for an erased person: all their facts are missing. */
  endUser: EndUser | null;
  event?: { data: JsonObject };
  now: Date;
}

/** Reads the facts about a person that the conditions use. Event history is read only if a condition needs it. */
export async function gatherFacts(
  database: Database,
  { workspaceId, endUserId, endUser, event, now }: FactsAbout,
  conditions: readonly Condition[],
): Promise<ConditionFacts> {
  const questions = conditions.flatMap(eventCountsIn);
  const known =
    endUser === null ? {} : { email: endUser.email, timezone: endUser.timezone, attributes: endUser.attributes };
  const eventCounts =
    questions.length === 0
      ? new Map<string, number>()
      : await countEvents(database, workspaceId, endUserId, { questions, now });
  return { ...known, ...(event === undefined ? {} : { event }), eventCounts };
}
