import { useMemo } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import type { Mark } from '../../components/chart/chart-data';
import type { Series } from '../../components/chart/series';
import { TimeChart } from '../../components/chart/time-chart';
import { useRead } from '../../components/read';
import { formatShare } from '../../format/number';
import { cumulativeRates } from './cumulative-rates';

type Day = Schemas['CalibratedImpact']['dailyTrend'][number];

/** The publications of the journey as marks, and the timezone of the days. */
function useMarks(id: string): { marks: readonly Mark[]; timezone: string } {
  const { data: versions } = useRead(['journeys', id, 'versions'], () =>
    unwrap(api.GET('/api/journeys/{id}/versions', { params: { path: { id } } })),
  );
  const { data: workspace } = useRead(['workspace'], () => unwrap(api.GET('/api/workspace')));
  const marks = useMemo(
    () => versions?.map(({ version, publishedAt }) => ({ at: publishedAt, label: `Published v${version}` })) ?? [],
    [versions],
  );
  return { marks, timezone: workspace?.timezone ?? 'UTC' };
}

interface Props {
  journeyId: string;
  days: readonly Day[];
  goal: string | null;
}

/** People by the day of their first entry, and the goal rates of both groups up to each day. */
export function Trend({ journeyId, days: trend, goal }: Props) {
  const { marks, timezone } = useMarks(journeyId);
  const days = useMemo(() => trend.map(({ date }) => date), [trend]);
  const entries = useMemo(() => entrySeries(trend, goal), [trend, goal]);
  const rates = useMemo(() => cumulativeRates(trend), [trend]);
  return (
    <div className="card stack">
      <TimeChart
        title="Entries by day"
        unit="people"
        stacked
        series={entries}
        days={days}
        marks={marks}
        timezone={timezone}
      />
      {goal !== null && (
        <>
          <h3>Goal rate of the people who entered up to each day</h3>
          <TimeChart
            title="Goal rate by group"
            format={formatShare}
            series={rates}
            days={days}
            marks={marks}
            timezone={timezone}
          />
        </>
      )}
    </div>
  );
}

function entrySeries(days: readonly Day[], goal: string | null): Series[] {
  const entered = days.map(({ exposed, holdout }) => exposed + holdout);
  if (goal === null) return [{ id: 'entered', name: 'Entered', kind: 'bar', values: entered }];
  const reached = days.map(({ convertedExposed, convertedHoldout }) => convertedExposed + convertedHoldout);
  const open = entered.map((count, index) => count - (reached[index] ?? 0));
  return [
    { id: 'reached', name: 'Reached the goal', kind: 'bar', values: reached },
    { id: 'open', name: 'Goal not reached yet', kind: 'bar', values: open },
  ];
}
