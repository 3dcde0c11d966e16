import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSwitchWorkspace, useWorkspaces } from '../session/workspaces';
import { DemoProgress } from './demo-progress';

/** Shows on every page of a demo workspace that its data is sample data, and how much of it exists. */
export function DemoBanner() {
  const workspaces = useWorkspaces();
  const switchTo = useSwitchWorkspace();
  const demo = workspaces.find(({ current }) => current)?.demo ?? null;
  useFreshDataWhenReady(demo?.status);
  if (demo === null) return null;
  const own = workspaces.find((workspace) => workspace.demo === null);
  return (
    <div className={`banner demo-banner${demo.status === 'failed' ? '' : ' info'}`} role="status">
      {demo.status === 'ready' ? <p>You are exploring sample data.</p> : <DemoProgress state={demo} />}
      {own !== undefined && (
        <button type="button" className="button" disabled={switchTo.isPending} onClick={() => switchTo.mutate(own.id)}>
          Go to {own.name}
        </button>
      )}
    </div>
  );
}

/** Reads the page again when the sample data is complete. */
function useFreshDataWhenReady(status: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'filling' && status === 'ready') void client.invalidateQueries();
    before.current = status;
  }, [status, client]);
}
