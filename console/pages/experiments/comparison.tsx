import type { ReactNode } from 'react';
import { IntervalBar } from '../../components/interval-bar';
import { formatChange, formatInterval, formatP } from '../../format/number';

/** Comparison of a variant with the control. */
export interface Compared {
  lift: number | null;
  liftInterval95: readonly [number, number] | null;
  adjustedLiftInterval95: readonly [number, number] | null;
  pValue: number | null;
  adjustedPValue: number | null;
  cuped?: { varianceReduction: number } | undefined;
  unadjusted?: Omit<Compared, 'cuped' | 'unadjusted'> | undefined;
}

/** Formats a number; a dash if it is missing, for example in responses of an older service. */
export const orDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

const small = (text: ReactNode): ReactNode => <span className="quiet small block">{text}</span>;

/** Shows the lift with its 95% and adjusted intervals, and the lift without CUPED if CUPED was used. */
export function Lift({ of, scale }: { of: Compared; scale: readonly [number, number] }) {
  const { lift, liftInterval95, adjustedLiftInterval95, unadjusted } = of;
  if (liftInterval95 === null || liftInterval95 === undefined) {
    return <span className="quiet">{lift === null ? '–' : `${formatChange(lift)}, no interval`}</span>;
  }
  return (
    <>
      <strong>{orDash(lift, formatChange)}</strong>
      {small(formatInterval(liftInterval95, formatChange))}
      <IntervalBar interval={liftInterval95} point={lift} scale={scale} />
      {adjustedLiftInterval95 !== null && small(`adjusted: ${formatInterval(adjustedLiftInterval95, formatChange)}`)}
      {unadjusted !== undefined &&
        small(
          `without CUPED: ${orDash(unadjusted.lift, formatChange)}, ${formatInterval(unadjusted.liftInterval95, formatChange)}`,
        )}
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
