import type { PatchChange } from '../../domain/experiments/schemas';
import { attempt } from './attempt';
import { maxElements } from '../limits';
import { page } from '../native';

/** Element and attribute: of what runs something or decides what a page loads, all but looks. Of domain/experiments' list, what browsers know. */
const loading = /^(base|embed|i?frame|link|meta|object|script) (?!(class|style|title|hidden|width|height)$)/;

/**
 * Makes changes to all elements that they name, also to those that appear later. Returns what takes them back.
 * @param runsScripts whether they may be made to elements that run or load something
 */
export function keepPatched(changes: readonly PatchChange[], runsScripts?: boolean): () => void {
  /** Elements that we put in: a change is not made to what a change made. */
  const ours = new WeakSet<Element>();
  const patched = changes.map((change) => ({ change, elements: new Map<Element, () => void>() }));
  const look = (): void => {
    for (const { change, elements } of patched) {
      attempt(() => {
        for (const element of page.querySelectorAll(change.selector)) {
          if (elements.size >= maxElements) return;
          if (!runsScripts && loading.test(`${element.localName} ${change.attribute}`)) continue;
          if (!elements.has(element) && !ours.has(element)) elements.set(element, patch(element, change, ours));
        }
      });
    }
    // Notified of our own changes, it would look again for nothing.
    observer.takeRecords();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    for (const { elements } of patched.reverse()) [...elements.values()].reverse().forEach(attempt);
  };
}

/** Changes one element. Returns what takes the change back, where the page has not changed the same since. */
function patch(element: Element, change: PatchChange, ours: WeakSet<Element>): () => void {
  const { attribute, action, value = '' } = change;
  if (attribute === 'html') return patchContent(element, change, ours);
  if (attribute === 'class' && action !== 'set') return patchClasses(element, change);
  const before = element.getAttribute(attribute);
  const after = action === 'remove' ? null : action === 'append' ? (before ?? '') + value : value;
  write(element, attribute, after);
  return () => {
    if (element.getAttribute(attribute) === after) write(element, attribute, before);
  };
}

const write = (element: Element, attribute: string, value: string | null): void =>
  value === null ? element.removeAttribute(attribute) : element.setAttribute(attribute, value);

/** The nodes that were there are put aside, not copied, so that what listens to them still does when they come back. */
function patchContent(element: Element, { action, value }: PatchChange, ours: WeakSet<Element>): () => void {
  const template = page.createElement('template');
  if (action !== 'remove') template.innerHTML = value ?? '';
  template.content.querySelectorAll('*').forEach((one) => ours.add(one));
  const added = [...template.content.childNodes];
  const before = action === 'append' ? [] : [...element.childNodes];
  before.forEach((node) => node.remove());
  element.append(template.content);
  return () => {
    added.forEach((node) => node.remove());
    element.prepend(...before);
  };
}

/** Class by class, as pages change them all the time. */
function patchClasses({ classList }: Element, { action, value = '' }: PatchChange): () => void {
  const adds = action === 'append';
  const changed = value.split(/\s+/).filter((name) => name && classList.contains(name) !== adds);
  const toggle = (isOn: boolean): void => changed.forEach((name) => classList.toggle(name, isOn));
  toggle(adds);
  return () => toggle(!adds);
}
