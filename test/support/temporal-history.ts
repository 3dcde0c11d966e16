import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import type { World } from './world';

/** A client of the world's namespace; close it by its connection. */
export async function temporalClient(world: Pick<World, 'temporalAddress' | 'namespace'>): Promise<Client> {
  const connection = await Connection.connect({ address: world.temporalAddress });
  return new Client({ connection, namespace: world.namespace });
}

/** When the first timer of a run fires, by its own clock: epoch milliseconds. Undefined as long as there is none. */
export function timerEndMs({ events }: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>): number | undefined {
  const timer = events?.find((event) => event.timerStartedEventAttributes)?.timerStartedEventAttributes;
  if (!timer?.startToFireTimeout) return undefined;
  // Workflow code reads the time at which its task was begun.
  const completed = events?.find(({ eventId }) => eventId?.eq(timer.workflowTaskCompletedEventId ?? 0));
  const begunAt = completed?.workflowTaskCompletedEventAttributes?.startedEventId ?? 0;
  const begun = events?.find(({ eventId }) => eventId?.eq(begunAt));
  return tsToMs(begun?.eventTime) + tsToMs(timer.startToFireTimeout);
}
