import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';

const maxRounds = 5;

/**
 * Writes a schedule, and reads the wanted schedule again until it equals the written one. Concurrent callers are safe:
 * the last writer reads after its write, so the newest row wins without a lock during calls to Temporal.
 * @param read returns the wanted schedule, or null for none
 * @param write writes or removes it; must be idempotent. Returns whether anything changed
 * @throws if the row keeps changing
 */
export async function applyNewest<Schedule>(
  read: () => Promise<Schedule | null>,
  write: (wanted: Schedule | null) => Promise<boolean>,
): Promise<boolean> {
  let isChanged = false;
  let wanted = await read();
  for (let round = 0; round < maxRounds; round += 1) {
    isChanged = (await write(wanted)) || isChanged;
    const newest = await read();
    if (JSON.stringify(newest) === JSON.stringify(wanted)) return isChanged;
    wanted = newest;
  }
  throw new Error('The settings of the schedule changed too often while it was written. It is written again later.');
}

/** Lists the ids of all schedules with a prefix, without the prefix: the ids of their rows. */
export async function listScheduled(client: Client, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) {
    if (scheduleId.startsWith(prefix)) found.push(scheduleId.slice(prefix.length));
  }
  return found;
}

/** @returns false if another process created it first */
export async function createSchedule(client: Client, schedule: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(schedule);
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    return false;
  }
}

/** @returns whether the schedule existed */
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

/**
 * Returns the search attribute of a schedule's workflows. It has a type because `temporal schedule describe` cannot
 * show untyped attributes.
 */
export const workspaceAttribute = (workspaceId: string) => [{ key: workspaceIdKey, value: workspaceId }];

/**
 * Checks whether a schedule and its workflows have a typed workspace attribute. Of the workflows' attribute, reads the server's own form, because
 * both look the same in the SDK: an untyped value is written as a list, to which the server adds a type and which the
 * SDK unwraps.
 */
export function isTyped({
  raw,
  typedSearchAttributes,
}: Pick<ScheduleDescription, 'raw' | 'typedSearchAttributes'>): boolean {
  if (typedSearchAttributes.get(workspaceIdKey) === undefined) return false;
  const data = raw.schedule?.action?.startWorkflow?.searchAttributes?.indexedFields?.[workspaceIdKey.name]?.data;
  return data !== undefined && data !== null && typeof JSON.parse(Buffer.from(data).toString()) === 'string';
}
