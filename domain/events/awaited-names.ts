/** How long a name counts as awaited after it was seen, in milliseconds. */
const rememberedMs = 10_000;
/** The most names remembered at a time. */
const maxNames = 1_000;

/** The fields of an event that something may wait for. */
export interface NamedEvent {
  workspaceId: string;
  type: string;
}

/**
 * Remembers the names of events that were recently awaited. This is only a hint: later events with these names skip the
 * path for events that nothing waits for. A wrong hint costs only time.
 */
export class AwaitedNames {
  private readonly until = new Map<string, number>();

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  /**
   * Records whether something waited for these events. If they have several names, it is unknown which one was awaited,
   * so nothing is recorded.
   */
  note(events: readonly NamedEvent[], isAwaited: boolean): void {
    const names = new Set(events.map(nameOf));
    const [name] = names;
    if (name === undefined || names.size > 1) return;
    this.until.delete(name);
    if (!isAwaited) return;
    if (this.until.size >= maxNames) this.until.clear();
    this.until.set(name, this.now() + rememberedMs);
  }

  /** Checks whether one of these events was recently awaited. */
  has(events: readonly NamedEvent[]): boolean {
    if (this.until.size === 0) return false;
    const now = this.now();
    return events.some((event) => (this.until.get(nameOf(event)) ?? -Infinity) > now);
  }
}

const nameOf = ({ workspaceId, type }: NamedEvent): string => `${workspaceId} ${type}`;
