import type { PatchChange } from '../../domain/experiments/schemas';
import { maxReapplied, maxRounds } from '../limits';
import { page } from '../native';
import { limitRate } from './limit-rate';
import { attributeSurface } from './attribute-surface';
import { contentSurface } from './content-surface';
import type { Surface } from './surface';

/**
 * A part of an element with the changes of all variants. Tracks the page's own state, so that a change can be applied
 * again after a write by the page, and completely removed.
 */
export interface PatchedPart {
  /**
   * @param stopped called if the page keeps reverting the change, so that it is no longer applied
   * @throws Error if the page does not allow the change. Nothing is changed in this case.
   */
  add(change: PatchChange, ours: WeakSet<Element>, stopped: () => void): void;
  remove(change: PatchChange): void;
  /** Applies the changes again if the page has written. */
  refresh(): void;
}

const parts = new WeakMap<Node, Map<string, PatchedPart>>();

/** Returns the patched parts of an element; none if it was never patched. */
export const partsOf = (node: Node | null): PatchedPart[] => [...((node && parts.get(node)) ?? new Map()).values()];

export function partOf(element: Element, attribute: string): PatchedPart {
  const known = parts.get(element) ?? new Map<string, PatchedPart>();
  parts.set(element, known);
  const part = known.get(attribute) ?? createPart(element, attribute);
  known.set(attribute, part);
  return part;
}

function createPart(element: Element, attribute: string): PatchedPart {
  const surface: Surface = attribute === 'html' ? contentSurface(element) : attributeSurface(element, attribute);
  const changes = new Map<PatchChange, () => void>();
  const isOften = limitRate();
  const sync = (): boolean => surface.sync([...changes.keys()]);
  const render = (): boolean => surface.render([...changes.keys()]);
  return {
    add(change, ours, stopped) {
      if (changes.has(change)) return;
      surface.prepare?.(change, ours);
      sync();
      changes.set(change, stopped);
      try {
        render();
      } catch (error) {
        changes.delete(change);
        render();
        throw error;
      }
    },
    remove(change) {
      sync();
      changes.delete(change);
      render();
    },
    refresh() {
      if (changes.size === 0 || !sync() || !render()) return;
      // While the page loads, the parser also adds to elements.
      if (!isOften(page.readyState === 'loading' ? maxRounds : maxReapplied)) return;
      const stopped = [...changes.values()];
      changes.clear();
      render();
      stopped.forEach((report) => report());
    },
  };
}
