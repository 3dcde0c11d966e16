import type { SessionWorkspace } from '../session/workspaces';

type State = NonNullable<SessionWorkspace['demo']>;

/** How much of the sample data exists. Nothing once it is complete. */
export function DemoProgress({ state: { status, progress } }: { state: State }) {
  if (status === 'ready') return null;
  if (status === 'failed') {
    return <p data-value={status}>Adding the sample data failed. The output of npm start shows the reason.</p>;
  }
  return (
    <p data-value={status} className="demo-progress">
      Adding sample data: {progress}% <progress aria-label="Sample data" max={100} value={progress} />
    </p>
  );
}
