/** Milliseconds for which a name counts as awaited after it was. */
const rememberedMs = 10_000;
/** Names that are remembered at once. */
const mostNames = 1_000;

/** An event by what may wait for it. */
export interface NamedEvent {
  workspaceId: string;
  type: string;
}

/**
 * Names of events that something waited for of late: a hint, by which those that follow are stored in the way of awaited ones at once. It may be
 * wrong, which costs time only.
 */
export class AwaitedNames {
  private readonly until = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number) {}

  /** Keeps whether something waited for one of these. Which one is known only where all have one name. */
  note(events: readonly NamedEvent[], isAwaited: boolean): void {
    const names = new Set(events.map(nameOf));
    const [name] = names;
    if (name === undefined || names.size > 1) return;
    this.until.delete(name);
    if (!isAwaited) return;
    if (this.until.size >= mostNames) this.until.clear();
    this.until.set(name, this.now() + rememberedMs);
  }

  /** Whether one of these was awaited of late. */
  has(events: readonly NamedEvent[]): boolean {
    if (this.until.size === 0) return false;
    const now = this.now();
    return events.some((event) => (this.until.get(nameOf(event)) ?? -Infinity) > now);
  }
}

const nameOf = ({ workspaceId, type }: NamedEvent): string => `${workspaceId} ${type}`;
