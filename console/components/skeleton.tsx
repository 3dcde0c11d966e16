import './skeleton.css';

/** Keeps the place of content that is loading. */
export function Skeleton({ height }: { height: number }) {
  return (
    <div className="skeleton loading" style={{ minHeight: height }} role="status">
      <span className="visually-hidden">Loading…</span>
    </div>
  );
}
