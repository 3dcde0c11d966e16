import type { Schemas } from '../../api/client';
import { datedMarks, type Mark } from '../../components/chart/chart-data';

type Results = Pick<Schemas['ExperimentResults'], 'series'>;

const milestoneWords: Record<string, string> = {
  started: 'Started',
  resumed: 'Resumed',
  paused: 'Paused',
  changed: 'Settings changed',
  decided: 'Decided',
  completed: 'Completed',
  promoted: 'Promoted',
};

/**
 * Returns the marks of an experiment's milestones. Later ones are on the last day, because days without visitors are
 * not in the chart.
 * @param days ISO dates of the chart
 */
export function milestoneMarks({ series }: Results, days: readonly string[], nameOf: (id: string) => string): Mark[] {
  if (series === undefined) return [];
  const last = days.at(-1) ?? '';
  const marks = series.milestones.map(({ at, kind, variantId }) => ({
    at,
    label: kind === 'promoted' && variantId !== null ? `Promoted ${nameOf(variantId)}` : (milestoneWords[kind] ?? kind),
  }));
  return datedMarks(days, marks, series.timezone).map(({ at, label }) => ({ at: at > last ? last : at, label }));
}
