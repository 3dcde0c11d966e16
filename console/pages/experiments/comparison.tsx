import type { ReactNode } from 'react';
import { IntervalBar } from '../../components/interval-bar';
import { formatInterval, formatP } from '../../format/number';
import { effectOf, type EffectKind, type Effects } from './effect';

/** Comparison of a variant with the baseline. */
export interface Compared extends Effects {
  pValue: number | null;
  adjustedPValue: number | null;
  cuped?: { varianceReduction: number } | undefined;
  unadjusted?: Omit<Compared, 'cuped' | 'unadjusted'> | undefined;
}

/** Formats a number; a dash if it is missing, for example in responses of an older service. */
export const orDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

const small = (text: ReactNode): ReactNode => <span className="quiet small block">{text}</span>;

interface LiftProps {
  of: Compared;
  kind: EffectKind;
  format: (value: number) => string;
  scale: readonly [number, number];
}

/** Shows an effect with its interval and adjusted interval, and the effect without CUPED if CUPED was used. */
export function Lift({ of, kind, format, scale }: LiftProps) {
  const { point, interval, adjusted } = effectOf(of, kind);
  if (interval === null || interval === undefined) {
    return <span className="quiet">{point === null ? '–' : `${format(point)}, no interval`}</span>;
  }
  const unadjusted = of.unadjusted && effectOf(of.unadjusted, kind);
  return (
    <>
      <strong>{orDash(point, format)}</strong>
      {small(formatInterval(interval, format))}
      <IntervalBar interval={interval} point={point} scale={scale} />
      {adjusted !== null && small(`adjusted: ${formatInterval(adjusted, format)}`)}
      {unadjusted !== undefined &&
        small(`without CUPED: ${orDash(unadjusted.point, format)}, ${formatInterval(unadjusted.interval, format)}`)}
    </>
  );
}

export function PValues({ of: { pValue, adjustedPValue, unadjusted } }: { of: Compared }) {
  return (
    <>
      {orDash(pValue, formatP)}
      {small(`adjusted: ${orDash(adjustedPValue, formatP)}`)}
      {unadjusted !== undefined && small(`without CUPED: ${orDash(unadjusted.pValue, formatP)}`)}
    </>
  );
}
