/** A queue of items by owner. Owners are served in round-robin order, so a busy one does not delay the others. */
export class FairQueue<Item> {
  private readonly waiting = new Map<string, Item[]>();
  size = 0;

  /** Returns the number of waiting items of an owner. */
  of(owner: string): number {
    return this.waiting.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    const own = this.waiting.get(owner) ?? [];
    own.push(item);
    this.waiting.set(owner, own);
    this.size += 1;
  }

  /** @returns whether the item was still waiting */
  remove(owner: string, item: Item): boolean {
    const own = this.waiting.get(owner) ?? [];
    const at = own.indexOf(item);
    if (at === -1) return false;
    own.splice(at, 1);
    if (own.length === 0) this.waiting.delete(owner);
    this.size -= 1;
    return true;
  }

  /** Takes the first item of the next owner for which `mayTake` returns true; undefined if there is none. */
  take(mayTake: (owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, items] of this.waiting) {
      if (!mayTake(owner)) continue;
      const item = items.shift();
      this.waiting.delete(owner);
      if (items.length > 0) this.waiting.set(owner, items);
      this.size -= 1;
      return item;
    }
    return undefined;
  }

  owners(): string[] {
    return [...this.waiting.keys()];
  }
}
