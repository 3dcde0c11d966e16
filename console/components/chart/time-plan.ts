import type { Mark } from './chart-data';
import { layersOf, type Layer, type Series } from './series';
import { timeAxis, type TimeAxis } from './time-axis';
import { valueAxis, type ValueAxis } from './value-axis';

export interface TimePlanInput {
  days: readonly string[];
  series: readonly Series[];
  stacked: boolean;
  format: (value: number) => string;
  unit: string | undefined;
  marks: readonly Mark[];
  lines: readonly { value: number; label: string }[];
  ends: readonly [number, number] | undefined;
  width: number;
  height: number;
}

export interface TimePlan {
  /** The edges of the plot area, in pixels. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  time: Omit<TimeAxis, 'ticks'> & { ticks: readonly PlacedTick[] };
  value: ValueAxis;
  series: readonly Series[];
  layers: readonly Layer[];
  marks: readonly PlacedMark[];
  yOf: (value: number) => number;
}

interface PlacedTick {
  x: number;
  label: string;
  anchor: 'middle' | 'end';
}

export interface PlacedMark {
  x: number;
  label: string;
  /** Null if the label does not fit; it is in the read-out of its day. */
  anchor: 'start' | 'end' | null;
}

/** The width of a character of an axis label, in pixels. */
const characterWidth = 7.5;
const textWidth = (text: string): number => text.length * characterWidth;
const [edge, headHeight, footHeight] = [10, 24, 24];

/** Positions everything in a chart over time. Series of a single day are bars. */
export function planTimeChart(input: TimePlanInput): TimePlan {
  const { days, stacked, format, unit, lines, ends, width, height } = input;
  const series = days.length === 1 ? input.series.map((one): Series => ({ ...one, kind: 'bar' })) : input.series;
  const layers = layersOf(series, stacked);
  const value = valueAxis(
    [
      ...layers.flatMap((layer) => layer.map((range) => range?.[1] ?? 0)),
      ...series.flatMap(({ band = [] }) => band.flatMap((range) => range ?? [])),
      ...lines.map((line) => line.value),
    ],
    { format, ends },
  );
  const left = Math.max(...value.ticks.map(({ label }) => textWidth(label)), 12) + 10;
  const right = width - edge;
  const top = unit === undefined && input.marks.length === 0 ? edge : headHeight;
  const bottom = height - footHeight;
  const time = timeAxis(
    days,
    Math.max(right - left, 1),
    series.some(({ kind }) => kind === 'bar'),
  );
  return {
    left,
    right,
    top,
    bottom,
    value,
    series,
    layers,
    time: {
      slot: time.slot,
      positions: time.positions.map((x) => left + x),
      ticks: placeTicks(
        time.ticks.map(({ x, label }) => ({ x: left + x, label })),
        width,
      ),
      positionOf: (at) => {
        const x = time.positionOf(at);
        return x === null ? null : left + x;
      },
    },
    marks: placeMarks(
      input.marks.flatMap(({ at, label }) => {
        const x = time.positionOf(at);
        return x === null ? [] : [{ x: left + x, label }];
      }),
      unit === undefined ? 0 : textWidth(unit),
      width,
    ),
    yOf: (number) => bottom - value.shareOf(number) * (bottom - top),
  };
}

/** Places labels from left to right. One that would overlap the label before it is left out. */
function placeTicks(ticks: readonly { x: number; label: string }[], width: number): PlacedTick[] {
  let taken = -Infinity;
  return ticks.flatMap(({ x, label }) => {
    const length = textWidth(label);
    const anchor = x + length / 2 > width ? 'end' : 'middle';
    const start = x - (anchor === 'end' ? length : length / 2);
    if (start < taken) return [];
    taken = start + length;
    return [{ x, label, anchor }];
  });
}

/** The longest label of a mark in a chart, in characters. */
const longestMark = 30;

/** Shortens a label before its last word, which says what happened. The read-out and the table have the whole label. */
function shorten(label: string): string {
  if (label.length <= longestMark) return label;
  const last = label.slice(label.lastIndexOf(' '));
  return `${label.slice(0, Math.max(8, longestMark - 1 - last.length)).trimEnd()}…${last}`;
}

/** Places labels from left to right. A label that would overlap another or the edge is left out. */
function placeMarks(marks: readonly { x: number; label: string }[], start: number, width: number): PlacedMark[] {
  let taken = start;
  return [...marks]
    .sort((one, other) => one.x - other.x)
    .map(({ x, label: whole }) => {
      const label = shorten(whole);
      const length = textWidth(label) + 8;
      if (x >= taken && x + length <= width) {
        taken = x + length;
        return { x, label, anchor: 'start' };
      }
      if (x - length >= taken && x <= width) {
        taken = x + 4;
        return { x, label, anchor: 'end' };
      }
      return { x, label, anchor: null };
    });
}

/** Returns the index of the nearest position. */
export function nearestIndex(positions: readonly number[], x: number): number {
  let nearest = 0;
  positions.forEach((position, index) => {
    if (Math.abs(position - x) < Math.abs((positions[nearest] ?? 0) - x)) nearest = index;
  });
  return nearest;
}
