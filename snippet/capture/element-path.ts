import { longestPath, maxClasses, maxSteps } from '../limits';
import { page, viewOf } from '../native';

/** Elements that the page excludes, including their content. */
export const ignored = '[data-apex-ignore]';

/** @param most the maximum number of classes; the default is the number reported for the element itself */
export const classesOf = (element: Element, most = 10): string[] => [...element.classList].slice(0, most);

/** Returns the parent. For the outermost elements of an open shadow root, this is the host. */
function parentOf(element: Element): Element | null {
  const { parentElement, parentNode } = viewOf(element);
  return parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
}

/** Returns the element and all elements that contain it on the page, including those of open shadow roots. */
export function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let current: Element | null = element; current; current = viewOf(current).assignedSlot ?? parentOf(current)) {
    found.push(current);
  }
  return found;
}

export const isIgnored = (ancestors: readonly Element[]): boolean =>
  ancestors.some((one) => viewOf(one).matches(ignored));

/**
 * Returns an element's location as a CSS selector: `main > form#signup > button.primary`. A shadow root counts as part
 * of its host. If the path is too long, the outermost steps are left out, so it always ends at the element.
 */
export function elementPath(element: Element): string {
  let path = '';
  let current: Element | null = element;
  for (let steps = 0; current && current !== page.body && steps < maxSteps; steps += 1) {
    const longer = stepOf(viewOf(current)) + (path && ` > ${path}`);
    if (longer.length > longestPath) break;
    path = longer;
    current = parentOf(current);
  }
  return path;
}

function stepOf(element: Element): string {
  const id = element.getAttribute('id');
  const suffix = id
    ? `#${CSS.escape(id)}`
    : classesOf(element, maxClasses)
        .map((name) => `.${CSS.escape(name)}`)
        .join('');
  return element.localName + suffix;
}
