import { csvLine } from '../../../domain/csv';
import { formatDay, formatInstant } from '../../format/time';
import type { Series } from './series';

/** The data of a chart as a table, as CSV, and as text. */

export interface Mark {
  /** An ISO date or instant. */
  at: string;
  label: string;
}

export interface ChartTable {
  columns: readonly { title: string; numeric: boolean }[];
  /** `texts` has a text per column; `values` has the raw values in the columns of the CSV. */
  rows: readonly { id: string; texts: readonly string[]; values: readonly (string | number | null)[] }[];
  csvColumns: readonly string[];
}

/** Returns the table as CSV. */
export const toCsv = ({ csvColumns, rows }: ChartTable): string =>
  [csvColumns, ...rows.map(({ values }) => values)].map(csvLine).join('');

export const isDate = (day: string): boolean => day.length === 10;

const formatAt = (day: string): string => (isDate(day) ? formatDay(day) : formatInstant(day));

/** Moves marks at instants to their dates, if the days are dates. @param timezone the IANA timezone of the dates */
export const datedMarks = (days: readonly string[], marks: readonly Mark[], timezone: string): readonly Mark[] =>
  days.every(isDate)
    ? marks.map(({ at, label }) => ({
        // This locale writes dates as ISO 8601.
        at: isDate(at) ? at : new Date(at).toLocaleDateString('en-CA', { timeZone: timezone }),
        label,
      }))
    : marks;

/** Returns the labels of the marks by the index of the last day that is not after the mark. */
export function marksByDay(days: readonly string[], marks: readonly Mark[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const { at, label } of marks) {
    const time = Date.parse(at);
    const index = days.findLastIndex((day) => Date.parse(day) <= time);
    if (index === -1 || time > Date.parse(days.at(-1) ?? '')) continue;
    found.set(index, [...(found.get(index) ?? []), label]);
  }
  return found;
}

export interface TimeData {
  days: readonly string[];
  series: readonly Series[];
  marks: readonly Mark[];
  format: (value: number) => string;
  unit: string | undefined;
}

interface ReadOut {
  at: string;
  rows: readonly { id: string; name: string; text: string }[];
  notes: readonly string[];
}

const noData = 'no data';

/** Returns what the chart shows at a day. */
export function readOut({ days, series, marks, format, unit }: TimeData, index: number): ReadOut {
  return {
    at: formatAt(days[index] ?? ''),
    rows: series.map(({ id, name, values, band }) => {
      const value = values[index] ?? null;
      const range = band?.[index] ?? null;
      const withUnit = unit === undefined || name.toLowerCase().includes(unit.toLowerCase()) ? '' : ` ${unit}`;
      const interval = range === null ? '' : ` (${format(range[0])} to ${format(range[1])})`;
      return { id, name, text: value === null ? noData : `${format(value)}${withUnit}${interval}` };
    }),
    notes: marksByDay(days, marks).get(index) ?? [],
  };
}

/** Returns a read-out as one sentence for screen readers. */
export const describeReadOut = ({ at, rows, notes }: ReadOut): string =>
  [`${at}: ${rows.map(({ name, text }) => `${name} ${text}`).join(', ')}`, ...notes].join('. ');

export function timeTable({ days, series, marks, format }: TimeData): ChartTable {
  const notes = marksByDay(days, marks);
  const hasNotes = notes.size > 0;
  return {
    columns: [
      { title: days.every(isDate) ? 'Day' : 'Time', numeric: false },
      ...series.map(({ name }) => ({ title: name, numeric: true })),
      ...(hasNotes ? [{ title: 'Notes', numeric: false }] : []),
    ],
    csvColumns: [
      'day',
      ...series.flatMap(({ name, band }) => (band === undefined ? [name] : [name, `${name} (low)`, `${name} (high)`])),
      ...(hasNotes ? ['notes'] : []),
    ],
    rows: days.map((day, index) => {
      const note = (notes.get(index) ?? []).join(', ');
      return {
        id: day,
        texts: [
          formatAt(day),
          ...readOut({ days, series, marks: [], format, unit: undefined }, index).rows.map(({ text }) =>
            text === noData ? '–' : text,
          ),
          ...(hasNotes ? [note] : []),
        ],
        values: [
          day,
          ...series.flatMap(({ values, band }) => [
            values[index] ?? null,
            ...(band === undefined ? [] : (band[index] ?? [null, null])),
          ]),
          ...(hasNotes ? [note] : []),
        ],
      };
    }),
  };
}
