import { guard } from '../guard';

/** Measures how long the page is both visible and focused. */
export interface Engagement {
  /** Reports what is not yet reported. @param url the page it was spent on */
  settle(url?: string): void;
}

const reportMs = 30_000;
/** A longer stretch between two looks means that the machine slept. */
const longestMs = 35_000;

/** @param report gets seconds, to a tenth. Every 30 s of it are reported at once; {@link Engagement.settle} reports the rest */
export function measureEngagement(report: (seconds: number, url?: string) => void): Engagement {
  let since: number | null = null;
  let unreportedMs = 0;

  const look = (isHere: boolean): void => {
    const now = performance.now();
    if (since !== null) unreportedMs += Math.min(now - since, longestMs);
    since = isHere ? now : null;
  };
  const isEngaged = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
  const settle = (url?: string): void => {
    look(isEngaged());
    const seconds = Math.floor(unreportedMs / 100) / 10;
    unreportedMs -= seconds * 1_000;
    if (seconds > 0) report(seconds, url);
  };
  const update = guard(() => look(isEngaged()));

  for (const type of ['focus', 'blur', 'pageshow']) addEventListener(type, update);
  document.addEventListener('visibilitychange', update);
  // Between this and `pageshow`, the page is kept frozen or is gone.
  addEventListener(
    'pagehide',
    guard(() => look(false)),
  );
  setInterval(
    guard(() => {
      look(isEngaged());
      if (unreportedMs >= reportMs) settle();
    }),
    reportMs / 6,
  );
  update();
  return { settle };
}
