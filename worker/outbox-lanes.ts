import type { ClaimedCommand, ClaimLimit } from '../db/outbox/claims';
import type { OutboxKind } from '../db/outbox/outbox';
import { pauseSeconds } from '../domain/outbox/delays';
import { outboxKinds } from './outbox-kinds';

/** Commands of a kind that one worker carries out together. Calls that hang take the slots of their own kind only. */
const slotsOf: Partial<Record<OutboxKind, number>> = {
  start_execution: 50,
  signal_execution: 25,
  cancel_execution: 25,
};
const otherSlots = 10;

interface Lane {
  slots: number;
  running: number;
  /** Whether the last claim took all that it might: more may be due. */
  isFull: boolean;
  /** Pauses since the last success. */
  pauses: number;
  /** This process's clock, milliseconds. */
  pausedUntil: number;
}

/**
 * A lane for each kind of command, with slots of its own. A lane pauses when Temporal limits its rate, each time for longer until a
 * call succeeds. Each worker learns of the limit by itself: its first calls show whether the limit is over.
 * @param clock milliseconds
 * @param random 0 to 1
 */
export function createLanes(clock: () => number, random: () => number) {
  const lanes = new Map<OutboxKind, Lane>(
    outboxKinds.map((kind) => [
      kind,
      { slots: slotsOf[kind] ?? otherSlots, running: 0, isFull: false, pauses: 0, pausedUntil: 0 },
    ]),
  );
  const laneOf = (kind: OutboxKind): Lane => lanes.get(kind)!;
  const freeSlots = ({ slots, running, pausedUntil }: Lane): number => (clock() < pausedUntil ? 0 : slots - running);
  return {
    /** What may be claimed now. */
    limits: (): ClaimLimit[] => [...lanes].map(([kind, lane]) => ({ kind, limit: freeSlots(lane) })),

    /** Whether a lane has a free slot, and took all that it might the last time. */
    mayHaveMore: (): boolean => [...lanes.values()].some((lane) => lane.isFull && freeSlots(lane) > 0),

    /** Takes slots for what was claimed under the limits. */
    take(limits: readonly ClaimLimit[], claimed: readonly ClaimedCommand[]): void {
      for (const { kind } of claimed) laneOf(kind).running += 1;
      for (const { kind, limit } of limits) {
        if (limit > 0) laneOf(kind).isFull = claimed.filter((command) => command.kind === kind).length === limit;
      }
    },

    succeed(kind: OutboxKind): void {
      laneOf(kind).pauses = 0;
    },

    /** @returns for how many seconds the lane pauses. Calls that were under way when it paused do not make the pause longer. */
    pause(kind: OutboxKind): number {
      const lane = laneOf(kind);
      if (clock() >= lane.pausedUntil) {
        lane.pausedUntil = clock() + pauseSeconds(lane.pauses, random()) * 1_000;
        lane.pauses += 1;
      }
      return (lane.pausedUntil - clock()) / 1_000;
    },

    leave(kind: OutboxKind): void {
      laneOf(kind).running -= 1;
    },
  };
}
