import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { TimeChart } from '../../components/chart/time-chart';
import { formatInterval, formatValue, inUnit } from '../../format/number';
import { formatDay } from '../../format/time';

type Course = Schemas['TargetCourse'];
type Target = Schemas['Target'];

interface Props {
  target: Target;
  course: Course;
}

/** Shows the values of a target, an even pace to it, and where the current pace leads. */
export function TargetCourse({ target, course }: Props) {
  const { days, projection } = course;
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const hasProjection = projection !== null;
  const series = useMemo(
    () => [
      { id: 'value', name: 'Value', kind: 'area' as const, values: days.map(({ value }) => value) },
      ...(hasProjection
        ? [
            {
              id: 'projected',
              name: 'Projection',
              values: days.map(({ projected }) => projected),
              band: days.map(({ interval95 }) => interval95),
            },
          ]
        : []),
      { id: 'plan', name: 'Even pace', isComparison: true, values: days.map(({ plan }) => plan) },
    ],
    [days, hasProjection],
  );
  return (
    <div className="card stack">
      <TimeChart
        title="Progress over time"
        days={dates}
        series={series}
        format={formatValue}
        {...(target.unit === null ? {} : { unit: target.unit })}
        height={280}
        lines={[{ value: target.target, label: 'Target' }]}
      />
      <Outlook target={target} course={course} />
    </div>
  );
}

const outlooks = {
  likely: 'Likely to reach the target.',
  possible: 'May reach the target.',
  unlikely: 'Unlikely to reach the target at the current pace.',
} as const;

function Outlook({ target, course: { requiredPerDay, projection } }: Props) {
  const { unit, status, current } = target;
  if (current >= target.target) return <p>The target is reached.</p>;
  if (requiredPerDay === null) return <p>The deadline has passed. The target was missed by {formatMissing(target)}.</p>;
  const required = `Required from now on: ${inUnit(requiredPerDay, unit)} a day.`;
  if (projection === null) {
    return (
      <p>
        {required}{' '}
        <span className="quiet">
          {status === 'on_track' ? 'Not enough data yet for a projection.' : 'No projection yet.'} It needs seven
          complete days, and 1% of the time until the deadline.
        </span>
      </p>
    );
  }
  const { outlook, perDay, basedOnDays, atDeadline, atDeadlineInterval95, reachedOn } = projection;
  // A count has no decimals.
  const format = (value: number): string => formatValue(target.currentIsAuto ? Math.round(value) : value);
  return (
    <div>
      <p>
        <strong data-value={outlook}>{outlooks[outlook]}</strong> Projected at the deadline: {format(atDeadline)}
        {unit !== null && ` ${unit}`} (95% interval {formatInterval(atDeadlineInterval95, format)}).
      </p>
      <p>
        {required} Current pace: {inUnit(perDay, unit)} a day
        {reachedOn !== null && `, which reaches the target on ${formatDay(reachedOn)}`}.
      </p>
      <p className="quiet small">
        The projection continues the mean of the last {basedOnDays} complete days. Its interval treats days as
        independent, so trends and campaigns can move the result outside it.
      </p>
    </div>
  );
}

const formatMissing = ({ target, current, unit }: Target): string => inUnit(target - current, unit);
