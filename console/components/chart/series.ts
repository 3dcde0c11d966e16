/** Types and styles of chart series. */

export interface Series {
  id: string;
  name: string;
  /** One value per day; null is a gap. */
  values: readonly (number | null)[];
  kind?: 'line' | 'area' | 'bar';
  /** The low and high end of an interval around each value. */
  band?: readonly (readonly [number, number] | null)[];
  /** Dashed, in the color of the series with the same position among those that are not comparisons. */
  isComparison?: boolean;
}

export interface SeriesStyle {
  /** Sets the color. */
  className: string;
  /** An SVG dash array; undefined is a solid line. */
  dash: string | undefined;
}

export const noStyle: SeriesStyle = { className: '', dash: undefined };

const colorCount = 6;
const comparisonDash = '4 4';
/** When the colors repeat, the dashes differ. */
const dashes = [undefined, '9 3', '2 3', '9 3 2 3'] as const;

/** Returns a style for each series, in their order. */
export function styleSeries(series: readonly { id: string; isComparison?: boolean }[]): SeriesStyle[] {
  const next = { main: 0, comparison: 0 };
  return series.map(({ isComparison = false }) => {
    const index = isComparison ? next.comparison++ : next.main++;
    const round = Math.floor(index / colorCount);
    const names = [`series-${(index % colorCount) + 1}`];
    if (isComparison) names.push('comparison');
    if (round > 0) names.push('repeated');
    return { className: names.join(' '), dash: isComparison ? comparisonDash : dashes[round % dashes.length] };
  });
}

/** The range that a series covers at each day: from 0, or from the top of the series below it. */
export type Layer = readonly (readonly [number, number] | null)[];

/** Returns the range of each series, in their order. Comparisons and lines are not stacked. */
export function layersOf(series: readonly Series[], stacked: boolean): Layer[] {
  const tops: number[] = [];
  return series.map(({ values, kind = 'line', isComparison = false }) => {
    const isStacked = stacked && kind !== 'line' && !isComparison;
    return values.map((value, index) => {
      if (value === null) return null;
      const low = isStacked ? (tops[index] ?? 0) : 0;
      if (isStacked) tops[index] = low + value;
      return [low, low + value];
    });
  });
}
