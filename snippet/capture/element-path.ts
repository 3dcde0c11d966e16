/** An event carries it among other things, and the service reads up to 100 steps and 4,000 characters. */
const deepest = 30;
const longest = 2_000;
const mostClasses = 3;

const classesOf = (element: Element): string[] =>
  (element.getAttribute('class') ?? '').split(/\s+/).filter((name) => name !== '');

/** The classes that are reported of an element itself. */
export const ownClassesOf = (element: Element): string[] => classesOf(element).slice(0, 10);

/**
 * Where an element is, as a CSS selector: `main > form#signup > button.primary`. Of one that is deep in the page, or among long
 * names, the outermost steps are left out: it ends at the element.
 */
export function elementPath(element: Element): string {
  let path = '';
  let current: Element | null = element;
  for (let steps = 0; current && current !== document.body && steps < deepest; steps += 1) {
    const longer: string = stepOf(current) + (path && ` > ${path}`);
    if (longer.length > longest) break;
    path = longer;
    current = current.parentElement;
  }
  return path;
}

function stepOf(element: Element): string {
  const id = element.getAttribute('id');
  const suffix = id
    ? `#${CSS.escape(id)}`
    : classesOf(element)
        .slice(0, mostClasses)
        .map((name) => `.${CSS.escape(name)}`)
        .join('');
  return element.localName + suffix;
}
