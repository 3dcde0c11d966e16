import { createContext, use, useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { formatChange, formatCount, formatInterval, formatShare } from '../../format/number';
import { SparkLine } from './spark-line';

type Journey = Schemas['Journey'];

/** So many journeys are requested at once. */
const pageSize = 25;

/** By journey: the ids that its figures are requested with. */
const PagesContext = createContext<ReadonlyMap<string, readonly string[]>>(new Map());

/** The rows of a list ask for their figures together, a page of them at a time, when the first of a page is drawn. */
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

/** Undefined while they come, and for a journey that never began. */
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

/** Executions that stand at a step now. */
export function Running({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  return figures === undefined ? none : formatCount(figures.running);
}

/** People by the day of their first entry, held out or not. */
export function Entries({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  if (figures === undefined) return none;
  const total = figures.entries.reduce((sum, count) => sum + count, 0);
  return (
    <span className="spark-cell">
      <SparkLine values={figures.entries} />
      {formatCount(total)}
    </span>
  );
}

/** Of those whom the journey reached, since its first publication. */
export function GoalRate({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  if (figures === undefined || journey.goalEventName === null) return none;
  return figures.triggered.exposed === 0 ? none : formatShare(figures.exposureRate);
}

/** The relative lift over those who are held out, its interval as the title; as long as there are too few people, that is what it says. */
export function Lift({ journey }: { journey: Journey }) {
  const figures = useFigures(journey);
  if (figures === undefined || journey.goalEventName === null) return none;
  if (figures.underpowered) return <span className="quiet">underpowered</span>;
  if (figures.lift === null) return none;
  return (
    <span title={`95 %: ${formatInterval(figures.liftInterval95 as [number, number] | null, formatChange)}`}>
      {formatChange(figures.lift)}
    </span>
  );
}
