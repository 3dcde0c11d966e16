import type { Schemas } from '../../api/client';
import { formatCount } from '../../format/number';
import { formatDay } from '../../format/time';

type Day = Schemas['CalibratedImpact']['dailyTrend'][number];

const [width, height, gap] = [720, 120, 4];

/** One bar per day: entries, with the people who reached the goal as the darker part. */
export function Trend({ days, goal }: { days: readonly Day[]; goal: string | null }) {
  const totals = days.map(({ exposed, holdout }) => exposed + holdout);
  const most = Math.max(...totals, 1);
  const each = width / Math.max(days.length, 1);
  const heightOf = (count: number): number => (count * (height - 2)) / most;
  return (
    <figure className="trend card">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={describe(days, totals, goal)}
        preserveAspectRatio="none"
      >
        {days.map((day, index) => {
          const [all, goals] = [totals[index] ?? 0, day.convertedExposed + day.convertedHoldout];
          const x = index * each + gap / 2;
          return (
            <g key={day.date}>
              <title>{`${formatDay(day.date)}: ${formatCount(all)} entered${reached(goals, goal)}`}</title>
              <rect className="entered" x={x} y={height - heightOf(all)} width={each - gap} height={heightOf(all)} />
              <rect
                className="reached"
                x={x}
                y={height - heightOf(goals)}
                width={each - gap}
                height={heightOf(goals)}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="small quiet">
        <span>{formatDay(days[0]?.date ?? '')}</span>
        <span>
          <span className="key entered" aria-hidden="true" /> Entered{' '}
          {goal !== null && (
            <>
              <span className="key reached" aria-hidden="true" /> Reached the goal{' '}
            </>
          )}
          (busiest day: {formatCount(most)} entered)
        </span>
        <span>{formatDay(days.at(-1)?.date ?? '')}</span>
      </figcaption>
    </figure>
  );
}

const reached = (count: number, goal: string | null): string =>
  goal === null ? '' : `, ${formatCount(count)} reached the goal`;

function describe(days: readonly Day[], totals: readonly number[], goal: string | null): string {
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const goals = days.map(({ convertedExposed, convertedHoldout }) => convertedExposed + convertedHoldout);
  return `${formatCount(sum(totals))} entered in 30 days${reached(sum(goals), goal)}`;
}
