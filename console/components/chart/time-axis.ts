import { scaleTime, scaleUtc } from 'd3-scale';
import { isDate } from './chart-data';

export interface TimeAxis {
  /** The horizontal position of each day, in pixels. */
  positions: readonly number[];
  /** The width that each day may fill, in pixels. */
  slot: number;
  ticks: readonly { x: number; label: string }[];
  /** Returns the position of an ISO date or instant; null outside of the axis. */
  positionOf: (at: string) => number | null;
}

const locale = 'en-GB';
const pixelsPerTick = 76;

/**
 * Returns a time axis. Dates are calendar dates without a timezone; instants are in the timezone of the browser.
 * @param days ISO dates or instants in ascending order
 * @param width in pixels
 * @param hasBars whether half a slot is kept free at both ends
 */
export function timeAxis(days: readonly string[], width: number, hasBars: boolean): TimeAxis {
  const times = days.map((day) => Date.parse(day));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const smallest = Math.min(...steps.filter((step) => step > 0));
  const slot = width / (Number.isFinite(smallest) ? (last - first) / smallest + 1 : 1);
  const padding = hasBars || days.length === 1 ? slot / 2 : 6;
  const isByDate = days.every(isDate);
  const scale = (isByDate ? scaleUtc : scaleTime)([first, last], [padding, width - padding]);
  const at = (time: number): number => (first === last ? width / 2 : scale(time));
  return {
    positions: times.map(at),
    slot,
    ticks: ticksOf(scale, isByDate, Math.max(2, Math.floor(width / pixelsPerTick))).map(({ time, label }) => ({
      x: at(time),
      label,
    })),
    positionOf: (iso) => {
      const time = Date.parse(iso);
      return time >= first && time <= last ? at(time) : null;
    },
  };
}

function ticksOf(
  scale: { domain: () => Date[]; ticks: (count: number) => Date[] },
  isByDate: boolean,
  count: number,
): { time: number; label: string }[] {
  const [first, last] = scale.domain() as [Date, Date];
  const isMidnight = (tick: Date): boolean =>
    isByDate ? tick.getTime() % 86_400_000 === 0 : tick.getHours() === 0 && tick.getMinutes() === 0;
  const found = first.getTime() === last.getTime() ? [first] : scale.ticks(count);
  const ticks = isByDate ? found.filter(isMidnight) : found;
  const zone = isByDate ? ({ timeZone: 'UTC' } as const) : {};
  const dayOf = (tick: Date): number => (isByDate ? tick.getUTCDate() : tick.getDate());
  const isMonthly = ticks.length > 1 && ticks.every((tick) => isMidnight(tick) && dayOf(tick) === 1);
  const label = (tick: Date): string => {
    if (isMonthly) return tick.toLocaleDateString(locale, { month: 'short', year: 'numeric', ...zone });
    if (isByDate || isMidnight(tick))
      return tick.toLocaleDateString(locale, { day: 'numeric', month: 'short', ...zone });
    return tick.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  };
  return ticks.map((tick) => ({ time: tick.getTime(), label: label(tick) }));
}
