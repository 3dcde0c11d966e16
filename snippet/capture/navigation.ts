import { guard } from '../guard';

/**
 * Reports every change of the page's URL: by the Navigation API, the history API and the back button, including its
 * fragment. Other scripts may also wrap the history API: the original is called first, and its errors go to the page.
 */
export function watchNavigation(navigated: (previous: string) => void): void {
  let current = location.href;
  const check = guard(() => {
    const previous = current;
    current = location.href;
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
  // Older browsers do not have it, and may find an element with this name instead.
  const { navigation } = window as Window & { navigation?: EventTarget };
  guard(() => navigation?.addEventListener('currententrychange', check))();
}
