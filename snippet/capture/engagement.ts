import { guard } from '../guard';
import { reportMs, longestMs } from '../limits';
import { page } from '../native';

/** Measures how long the page is both visible and focused. */
export interface Engagement {
  /** Reports the unreported time. @param url the page where it was spent */
  settle(url?: string): void;
  /** Starts a new visit. Unreported time is discarded. */
  restart(): void;
}

/** Precise to a tenth of a second. */
export interface EngagedTime {
  /** Since the last report. */
  seconds: number;
  /** Since the visit started, including `seconds`. */
  totalSeconds: number;
}

/** @param report is called immediately after every 30 s; {@link Engagement.settle} reports the rest */
export function measureEngagement(report: (time: EngagedTime, url?: string) => void): Engagement {
  let since: number | null = null;
  let unreportedMs = 0;
  let reportedTenths = 0;

  const look = (isHere: boolean): void => {
    const now = performance.now();
    if (since !== null) unreportedMs += Math.min(now - since, longestMs);
    since = isHere ? now : null;
  };
  const isEngaged = (): boolean => page.visibilityState === 'visible' && page.hasFocus();
  const settle = (url?: string): void => {
    look(isEngaged());
    const tenths = Math.floor(unreportedMs / 100);
    unreportedMs -= tenths * 100;
    reportedTenths += tenths;
    if (tenths > 0) report({ seconds: tenths / 10, totalSeconds: reportedTenths / 10 }, url);
  };
  const restart = (): void => {
    look(isEngaged());
    unreportedMs = reportedTenths = 0;
  };
  const update = guard(() => look(isEngaged()));

  for (const type of ['focus', 'blur', 'pageshow']) addEventListener(type, update);
  page.addEventListener('visibilitychange', update);
  // Between this and `pageshow`, the page is frozen in the cache or gone.
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
  return { settle, restart };
}
