import { guard } from '../guard';

/**
 * Tells of every change of the page's address: by the history API, the back button and, with it in the address, the part after
 * `#`. Other scripts wrap the history API, too: the original is called first, and what it throws is the page's.
 */
export function watchNavigation(address: () => string, navigated: (previous: string) => void): void {
  let current = address();
  const check = guard(() => {
    const previous = current;
    current = address();
    if (current !== previous) navigated(previous);
  });
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (this: History, ...given: Parameters<History['pushState']>) {
      original.apply(this, given);
      check();
    };
  }
  addEventListener('popstate', check);
  addEventListener('hashchange', check);
}
