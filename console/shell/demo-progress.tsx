import type { SessionWorkspace } from '../session/workspaces';

type State = NonNullable<SessionWorkspace['demo']>;

/** How much of the sample data exists. Nothing once it is complete. */
export function DemoProgress({ state: { status, percent, part } }: { state: State }) {
  if (status === 'ready') return null;
  if (status === 'failed') {
    return (
      <p data-value={status}>Adding the sample data failed ({part}). The output of npm start shows how to repeat it.</p>
    );
  }
  return (
    <p data-value={status} className="demo-progress">
      Adding sample data: {percent}% <progress aria-label="Sample data" max={100} value={percent} />
    </p>
  );
}
