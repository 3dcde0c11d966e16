import type { PatchChange } from '../../domain/experiments/schemas';

/** Reads and writes a part of an element, the content or an attribute, as seen by the page and by the variants. */
export interface Surface {
  /** Prepares a change. Throws if it cannot be applied. */
  prepare?(change: PatchChange, ours: WeakSet<Element>): void;
  /** Reads what the page wrote since the last call. Returns whether it wrote anything. */
  sync(changes: readonly PatchChange[]): boolean;
  /** Shows the page's own state with these changes. Returns whether anything had to be written. */
  render(changes: readonly PatchChange[]): boolean;
}
