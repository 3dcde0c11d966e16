import { Outlet, useRouterState } from '@tanstack/react-router';
import { ToastArea } from '../components/toast';
import { SessionGate } from '../session/session';
import { Shell } from './shell';

/** The root of every page. Shared pages need no session and have no navigation. */
export function Root() {
  const isShared = useRouterState({ select: ({ location }) => location.pathname.startsWith('/shared/') });
  return (
    <ToastArea>
      {isShared ? (
        <Outlet />
      ) : (
        <SessionGate>
          <Shell>
            <Outlet />
          </Shell>
        </SessionGate>
      )}
    </ToastArea>
  );
}
