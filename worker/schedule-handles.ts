import { ScheduleNotFoundError, type Client } from '@temporalio/client';

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
