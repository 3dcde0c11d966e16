import { guard } from '../guard';

/**
 * Reports every change of the page's URL, including its fragment: by the Navigation API, the history API and the back
 * button. Other scripts may also wrap the history API, so the original is called first, and its errors go to the page.
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
  // In older browsers, this may be an element with the same name.
  const { navigation } = window as Window & { navigation?: EventTarget };
  guard(() => navigation?.addEventListener('currententrychange', check))();
}
