import type { Database } from '../../db/connection/pool';
import { reschedule, removeDone, takeDue, type OutboxCommand } from '../../db/outbox/outbox';

/**
 * Dispatches the commands that are due, up to `limit`. Their rows are locked until the outcome is written: each is deleted once
 * carried out, and rescheduled with the reason when that failed.
 * @param carryOut carries out one command; safe to repeat
 * @param onFailure receives the reason as it is recorded
 * @returns how many were due
 */
export function dispatchCommands(
  database: Database,
  limit: number,
  carryOut: (command: OutboxCommand) => Promise<void>,
  {
    reasonOf,
    onFailure,
  }: { reasonOf: (error: unknown) => string; onFailure: (command: OutboxCommand, reason: string) => void },
): Promise<number> {
  return database.transaction(async (transaction) => {
    const commands = await takeDue(transaction, limit);
    const results = await Promise.allSettled(commands.map(carryOut));
    const done: string[] = [];
    for (const [index, command] of commands.entries()) {
      const result = results[index];
      if (result?.status === 'rejected') {
        const reason = reasonOf(result.reason);
        onFailure(command, reason);
        await reschedule(transaction, command, reason);
      } else done.push(command.id);
    }
    await removeDone(transaction, done);
    return commands.length;
  });
}
