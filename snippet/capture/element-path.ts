import { longestPath, mostClasses, mostSteps } from '../limits';
import { native, page } from '../native';

/** @param most the maximum number of classes; the default is the number reported for the element itself */
export const classesOf = (element: Element, most = 10): string[] => [...element.classList].slice(0, most);

/**
 * Returns an element's location as a CSS selector: `main > form#signup > button.primary`. If the path is too long, the
 * outermost steps are left out, so it always ends at the element.
 */
export function elementPath(element: Element): string {
  let path = '';
  let current: Element | null = element;
  for (let steps = 0; current && current !== page.body && steps < mostSteps; steps += 1) {
    const view: Element = native<Element>(current, Element);
    const longer = stepOf(view) + (path && ` > ${path}`);
    if (longer.length > longestPath) break;
    path = longer;
    current = view.parentElement;
  }
  return path;
}

function stepOf(element: Element): string {
  const id = element.getAttribute('id');
  const suffix = id
    ? `#${CSS.escape(id)}`
    : classesOf(element, mostClasses)
        .map((name) => `.${CSS.escape(name)}`)
        .join('');
  return element.localName + suffix;
}
