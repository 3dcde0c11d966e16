import { Change } from '../../components/change';
import { formatCount } from '../../format/number';

interface Props {
  name: string;
  now: number;
  before: number;
  format?: (value: number) => string;
}

/** A figure and its change from the previous period. */
export function ComparedFigure({ name, now, before, format = formatCount }: Props) {
  return (
    <div className="card">
      <p className="figure-name">{name}</p>
      <p className="figure-value">{format(now)}</p>
      <p className="figure-note">
        <Change now={now} before={before} />
        {before === 0 ? 'None in the previous period' : `from ${format(before)}`}
      </p>
    </div>
  );
}
