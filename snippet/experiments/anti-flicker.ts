import { ceilingMs } from '../limits';
import { page } from '../native';

/**
 * Hides the page until the returned function is called, for at most a second. A page that was already painted is left
 * alone, because hiding it would cause flicker. Uses the style object, which no content policy forbids.
 */
export function hidePage(): () => void {
  const { style } = page.documentElement;
  if (performance.getEntriesByType('paint').length > 0) return () => undefined;
  const [value, priority] = [style.getPropertyValue('opacity'), style.getPropertyPriority('opacity')];
  let isHidden = true;
  const show = (): void => {
    if (!isHidden) return;
    isHidden = false;
    style.setProperty('opacity', value, priority);
  };
  style.setProperty('opacity', '0', 'important');
  setTimeout(show, ceilingMs);
  return show;
}
