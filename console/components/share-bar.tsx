import { formatShare } from '../format/number';
import './share-bar.css';

interface Props {
  /** 0 or more; a bar above 1 is full. */
  share: number;
  /** The position of a line on the bar, 0 to 1. */
  mark?: number;
  tone?: 'good' | 'warn' | 'bad';
}

/** A share as a bar and as a percentage. */
export function ShareBar({ share, mark, tone }: Props) {
  return (
    <span className={`share ${tone ?? ''}`}>
      <span className="share-track" aria-hidden="true">
        <span className="share-bar" style={{ width: `${Math.min(1, share) * 100}%` }} />
        {mark !== undefined && <span className="share-mark" style={{ left: `${mark * 100}%` }} />}
      </span>
      {formatShare(share)}
    </span>
  );
}
