import { guard } from '../guard';

/**
 * Reports every change of the page's URL: by the history API, the back button and, if the fragment is part of the URL,
 * its change. Other scripts may also wrap the history API: the original is called first, and its errors go to the page.
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
