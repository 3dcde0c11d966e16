import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';

/** What the ids of all schedules with a prefix end with: the rows that they are for. */
export async function listScheduled(client: Client, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) {
    if (scheduleId.startsWith(prefix)) found.push(scheduleId.slice(prefix.length));
  }
  return found;
}

/** @returns whether there was such a schedule */
export async function removeSchedule(client: Client, scheduleId: string): Promise<boolean> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    return false;
  }
}

const workspaceIdKey = defineSearchAttributeKey('WorkspaceId', 'KEYWORD');

/** What a schedule's workflows are found by. Typed, as `temporal schedule describe` cannot show another. */
export const workspaceAttribute = (workspaceId: string) => [{ key: workspaceIdKey, value: workspaceId }];

/**
 * Whether the workflows of a schedule are found by their workspace, by a typed attribute. Read from the server's own form: without a
 * type the value was written as a list, to which the server adds the type and which the SDK unwraps, so that both look alike there.
 */
export function isTyped({ raw }: Pick<ScheduleDescription, 'raw'>): boolean {
  const data = raw.schedule?.action?.startWorkflow?.searchAttributes?.indexedFields?.[workspaceIdKey.name]?.data;
  return data !== undefined && data !== null && typeof JSON.parse(Buffer.from(data).toString()) === 'string';
}
