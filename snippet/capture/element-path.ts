import { longestPath, mostClasses, mostSteps } from '../limits';
import { native, page } from '../native';

/** @param most without it, as many as are reported of the element itself */
export const classesOf = (element: Element, most = 10): string[] => [...element.classList].slice(0, most);

/**
 * Where an element is, as a CSS selector: `main > form#signup > button.primary`. Of one that is deep in the page, or among long
 * names, the outermost steps are left out: it ends at the element.
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
