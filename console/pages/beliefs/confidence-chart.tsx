import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { TimeChart } from '../../components/chart/time-chart';
import { formatConfidence, formatShare } from '../../format/number';
import { confidenceDays, localDate } from './confidence-days';
import { describeSource } from './evidence-source';

type Point = Schemas['ConfidencePoint'];

/** The newest marks: more would cover the line. */
const maxMarks = 12;
const certainties = [0, 1] as const;
const undecided = [{ value: 0.5, label: 'Undecided' }] as const;

/** Shows the confidence by day, with the evidence that changed it. */
export function ConfidenceChart({ points }: { points: readonly Point[] }) {
  const { days, values } = useMemo(() => confidenceDays(points, new Date()), [points]);
  const series = useMemo(() => [{ id: 'confidence', name: 'Confidence', values }], [values]);
  const marks = useMemo(
    () =>
      points
        .flatMap(({ at, change, evidence }) =>
          change === 'evidence' && evidence !== null
            ? [{ at: localDate(new Date(at)), label: describeSource(evidence) }]
            : [],
        )
        .slice(-maxMarks),
    [points],
  );
  // A share on the axis, the limits of certainty in the table.
  const format = (value: number): string => (value === 0 || value === 1 ? formatShare(value) : formatConfidence(value));
  return (
    <TimeChart
      title="Confidence over time"
      days={days}
      series={series}
      format={format}
      marks={marks}
      lines={undecided}
      ends={certainties}
    />
  );
}
