import type { ReactNode } from 'react';
import { IntervalBar } from '../../components/interval-bar';
import { formatChange, formatInterval, formatP } from '../../format/number';

/** A comparison with the control, as every metric has it. */
export interface Compared {
  lift: number | null;
  liftInterval95: readonly [number, number] | null;
  adjustedLiftInterval95: readonly [number, number] | null;
  pValue: number | null;
  adjustedPValue: number | null;
  cuped?: { varianceReduction: number } | undefined;
  unadjusted?: Omit<Compared, 'cuped' | 'unadjusted'> | undefined;
}

/** Figures that a service of another version may leave out are shown as a dash. */
export const orDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

const small = (text: ReactNode): ReactNode => <span className="quiet small block">{text}</span>;

/** The lift with both of its intervals; without the past of visitors, too, where that was taken into account. */
export function Lift({ of, scale }: { of: Compared; scale: readonly [number, number] }) {
  const { lift, liftInterval95, adjustedLiftInterval95, unadjusted } = of;
  if (liftInterval95 === null || liftInterval95 === undefined) {
    return <span className="quiet">{lift === null ? '–' : `${formatChange(lift)}, interval not known`}</span>;
  }
  return (
    <>
      <strong>{orDash(lift, formatChange)}</strong>
      {small(formatInterval(liftInterval95, formatChange))}
      <IntervalBar interval={liftInterval95} point={lift} scale={scale} />
      {adjustedLiftInterval95 !== null && small(`corrected: ${formatInterval(adjustedLiftInterval95, formatChange)}`)}
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
      {small(`corrected: ${orDash(adjustedPValue, formatP)}`)}
      {unadjusted !== undefined && small(`without CUPED: ${orDash(unadjusted.pValue, formatP)}`)}
    </>
  );
}
