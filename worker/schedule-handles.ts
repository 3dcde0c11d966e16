import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';

const mostRounds = 5;

/**
 * Writes a schedule, and reads again what it is to be until that is what was written. Several may do this together: whichever writes last
 * reads after its write, so the newest row wins without a lock during calls to Temporal.
 * @param read the wanted schedule, null for none
 * @param write writes or removes it, safe to repeat. Returns whether that changed anything
 * @throws when the row changes again and again
 */
export async function applyNewest<Schedule>(
  read: () => Promise<Schedule | null>,
  write: (wanted: Schedule | null) => Promise<boolean>,
): Promise<boolean> {
  let isChanged = false;
  let wanted = await read();
  for (let round = 0; round < mostRounds; round += 1) {
    isChanged = (await write(wanted)) || isChanged;
    const newest = await read();
    if (JSON.stringify(newest) === JSON.stringify(wanted)) return isChanged;
    wanted = newest;
  }
  throw new Error('The settings of the schedule change faster than it is written. It is written again later.');
}

/** What the ids of all schedules with a prefix end with: the rows that they are for. */
export async function listScheduled(client: Client, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) {
    if (scheduleId.startsWith(prefix)) found.push(scheduleId.slice(prefix.length));
  }
  return found;
}

/** @returns false when another process has created it first */
export async function createSchedule(client: Client, schedule: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(schedule);
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    return false;
  }
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
