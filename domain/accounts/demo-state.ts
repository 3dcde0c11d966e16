/** How much of a demo workspace's sample data exists. */
export interface DemoState {
  status: 'filling' | 'ready' | 'failed';
  /** Percent, 0 to 100. */
  progress: number;
}

/**
 * Interprets the progress that is stored with a workspace.
 * @param progress null: no demo workspace; -1: filling it failed; otherwise percent
 */
export function demoStateOf(progress: number | null): DemoState | null {
  if (progress === null) return null;
  if (progress < 0) return { status: 'failed', progress: 0 };
  return { status: progress < 100 ? 'filling' : 'ready', progress };
}
