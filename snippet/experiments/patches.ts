import type { PatchChange } from '../../domain/experiments/schemas';
import { attempt } from './attempt';
import { limitRate } from './limit-rate';
import { maxElements, maxRounds } from '../limits';
import { page } from '../native';
import { partOf, partsOf } from './patched-part';

/**
 * Element and attribute pairs that run code or decide what a page loads: every attribute of these elements that does
 * more than style. A subset of the list in domain/experiments: the elements that browsers know.
 */
const loading = /^(base|embed|i?frame|link|meta|object|script) (?!(class|style|title|hidden|width|height)$)/;

export interface PatchReports {
  /** The change is applied to at least one element. Called repeatedly. */
  applied(change: PatchChange): void;
  failed(change: PatchChange, error: unknown): void;
  /** The page keeps reverting the change, so it is no longer applied. */
  reverted(change: PatchChange): void;
}

/**
 * Applies changes to all matching elements, including later ones, and again after the page has overwritten them.
 * Returns a function that removes the changes.
 * @param runsScripts whether changes may apply to elements that run or load something
 */
export function keepPatched(
  changes: readonly PatchChange[],
  runsScripts: boolean | undefined,
  reports: PatchReports,
): () => void {
  /** Elements added by a change. Changes do not apply to them. */
  const ours = new WeakSet<Element>();
  const patched = changes.map((change) => ({ change, elements: new Set<Element>(), hasFailed: false }));
  const isOften = limitRate();

  /** Patches new elements. Returns whether there are any. */
  const patchNew = ({ change, elements }: (typeof patched)[number]): boolean => {
    const { selector, attribute } = change;
    const found = [...page.querySelectorAll(selector)].filter(
      (element) =>
        !elements.has(element) &&
        !ours.has(element) &&
        (runsScripts || !loading.test(`${element.localName} ${attribute}`)),
    );
    if (found.length === 0) return false;
    const room = found.slice(0, roomIn(elements));
    for (const element of room) {
      partOf(element, attribute).add(change, ours, () => reports.reverted(change));
      elements.add(element);
    }
    reports.applied(change);
    return room.length > 0;
  };
  const look = (): void => {
    let hasNew = false;
    for (const entry of patched) {
      if (entry.hasFailed) continue;
      try {
        hasNew = patchNew(entry) || hasNew;
      } catch (error) {
        entry.hasFailed = true;
        reports.failed(entry.change, error);
      }
    }
    if (!hasNew || !isOften(maxRounds)) return;
    // The page replaces every patched element.
    observer.disconnect();
    changes.forEach((change) => reports.reverted(change));
  };
  const observer = new MutationObserver((records) => {
    const nodes = records.map(({ type, target }) => (type === 'characterData' ? target.parentNode : target));
    for (const node of new Set(nodes)) partsOf(node).forEach((part) => attempt(() => part.refresh()));
    if (records.some(({ type }) => type !== 'characterData')) look();
    // Discards notifications about our own changes, which need no new check.
    observer.takeRecords();
  });
  const attributeFilter = attributesOf(changes);
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter });
  look();
  observer.takeRecords();
  return () => {
    observer.disconnect();
    for (const { change, elements } of patched) {
      for (const element of elements) attempt(() => partOf(element, change.attribute).remove(change));
    }
  };
}

/** Returns how many more elements can be patched, and drops old elements that left the document. */
function roomIn(elements: Set<Element>): number {
  let connected = 0;
  for (const element of elements) {
    if (element.isConnected) connected++;
    // Recently removed elements may return.
    else if (elements.size > 2 * maxElements) elements.delete(element);
  }
  return Math.max(maxElements - connected, 0);
}

/** Returns the changed attributes, and those that selectors depend on. */
const attributesOf = (changes: readonly PatchChange[]): string[] => [
  'class',
  'id',
  ...changes.map(({ attribute }) => attribute),
  ...changes.flatMap(({ selector }) => [...selector.matchAll(/\[\s*([\w-]+)/g)].map(([, name = '']) => name)),
];
