import type { PatchChange } from '../../domain/experiments/schemas';
import { attempt } from './attempt';
import { maxElements } from '../limits';
import { page } from '../native';

/**
 * Element and attribute pairs that run code or decide what a page loads: every attribute of these elements that does
 * more than style. A subset of the list in domain/experiments: the elements that browsers know.
 */
const loading = /^(base|embed|i?frame|link|meta|object|script) (?!(class|style|title|hidden|width|height)$)/;

/**
 * Applies changes to all matching elements, including those that appear later. Returns a function that reverts them.
 * @param runsScripts whether changes may apply to elements that run or load something
 */
export function keepPatched(changes: readonly PatchChange[], runsScripts?: boolean): () => void {
  /** Elements added by a change. Changes do not apply to them. */
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
    // Discards notifications about our own changes, which need no new check.
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

/** Changes one element. Returns a function that reverts the change, unless the page has changed the same since. */
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

/** Removes the previous nodes instead of copying them, so that their event listeners still work after a revert. */
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

/** Changes single classes, because pages often change the others. */
function patchClasses({ classList }: Element, { action, value = '' }: PatchChange): () => void {
  const adds = action === 'append';
  const changed = value.split(/\s+/).filter((name) => name && classList.contains(name) !== adds);
  const toggle = (isOn: boolean): void => changed.forEach((name) => classList.toggle(name, isOn));
  toggle(adds);
  return () => toggle(!adds);
}
