import { createContext, use, useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { classifyImpact } from '../../../domain/journeys/impact-verdict';
import { api, unwrap, type Schemas } from '../../api/client';
import { Sparkline } from '../../components/chart/sparkline';
import { formatChange, formatCount, formatInterval, formatShare } from '../../format/number';

type Journey = Schemas['Journey'];

/** The number of journeys per request. */
const pageSize = 25;

/** By journey: the ids in the same request for figures. */
const PagesContext = createContext<ReadonlyMap<string, readonly string[]>>(new Map());

/** Loads the figures of rows in pages, when the first row of a page is rendered. */
export function FiguresOf({ journeys, children }: { journeys: readonly Journey[]; children: ReactNode }) {
  const ids = journeys.filter(({ latestVersion }) => latestVersion !== null).map(({ id }) => id);
  const key = ids.join(',');
  const pages = useMemo(() => {
    const of = new Map<string, readonly string[]>();
    for (let start = 0; start < ids.length; start += pageSize) {
      const page = ids.slice(start, start + pageSize);
      for (const id of page) of.set(id, page);
    }
    return of;
  }, [key]);
  return <PagesContext value={pages}>{children}</PagesContext>;
}

/** @returns undefined while loading, and for a journey that was never published */
function useFigures({ id }: Journey) {
  const ids = (use(PagesContext).get(id) ?? []).join(',');
  const { data } = useQuery({
    queryKey: ['journeys', 'figures', ids],
    queryFn: () => unwrap(api.GET('/api/journeys/figures', { params: { query: { ids } } })),
    enabled: ids !== '',
  });
  return data?.find(({ journeyId }) => journeyId === id);
}

const none = <span className="quiet">–</span>;

/** The number of running executions. */
export function Running({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  return figures === undefined ? none : formatCount(figures.running);
}

/** People by the day of their first entry, including the holdout group. */
export function Entries({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  if (figures === undefined) return none;
  const total = figures.entries.reduce((sum, count) => sum + count, 0);
  return (
    <span className="spark-cell">
      <Sparkline label={`Entries by day: ${figures.entries.map(formatCount).join(', ')}`} values={figures.entries} />
      {formatCount(total)}
    </span>
  );
}

/** The goal rate in the treatment group since the first publication. */
export function GoalRate({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  if (figures === undefined || journey.goalEventName === null) return none;
  return figures.triggered.exposed === 0 ? none : formatShare(figures.exposureRate);
}

/** The relative lift over the holdout group, with its confidence interval. */
export function Lift({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  if (figures === undefined || journey.goalEventName === null) return none;
  const interval = figures.liftInterval95 as [number, number] | null;
  const verdict = classifyImpact({ ...figures, liftInterval95: interval });
  if (figures.lift === null || verdict === 'none') return <span className="quiet">Not enough data yet</span>;
  const [lift, range] = [formatChange(figures.lift), formatInterval(interval, formatChange)];
  return (
    <span title={`95% confidence interval: ${range}`}>
      {verdict === 'unclear' ? <span className="quiet">No clear difference yet</span> : lift}
      {verdict === 'early' && <span className="quiet block small">Early result ({range})</span>}
      {verdict === 'unclear' && (
        <span className="quiet block small">
          {lift} ({range})
        </span>
      )}
    </span>
  );
}
