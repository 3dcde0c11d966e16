const deepest = 5;
const mostClasses = 3;

const classesOf = (element: Element): string[] =>
  (element.getAttribute('class') ?? '').split(/\s+/).filter((name) => name !== '');

/** The classes that are reported of an element itself. */
export const ownClassesOf = (element: Element): string[] => classesOf(element).slice(0, 10);

/** Where an element is, as a CSS selector of at most five steps: `main > form#signup > button.primary`. */
export function elementPath(element: Element): string {
  const steps: string[] = [];
  let current: Element | null = element;
  while (current && current !== document.body && steps.length < deepest) {
    const id = current.getAttribute('id');
    const suffix = id
      ? `#${CSS.escape(id)}`
      : classesOf(current)
          .slice(0, mostClasses)
          .map((name) => `.${CSS.escape(name)}`)
          .join('');
    steps.unshift(current.localName + suffix);
    current = current.parentElement;
  }
  return steps.join(' > ').slice(0, 500);
}
