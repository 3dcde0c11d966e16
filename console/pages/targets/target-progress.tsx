import { formatShare } from '../../format/number';
import './targets.css';

/** @param props.of progress, 0 or more; a bar for up to 100%, and the percentage */
export function TargetProgress({ of: progress }: { of: number }) {
  return (
    <span className="target-progress">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width={Math.min(100, progress * 100)} height="8" />
      </svg>
      {formatShare(progress)}
    </span>
  );
}
