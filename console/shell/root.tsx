import { Outlet, useRouterState } from '@tanstack/react-router';
import { ToastArea } from '../components/toast';
import { SessionGate } from '../session/session';
import { SignInByLink } from '../session/sign-in-by-link';
import { Shell } from './shell';
import { StartGate } from './start-gate';

/** The root of every page. Shared pages need no session and have no navigation. */
export function Root() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ToastArea>
      {path === '/sign-in' && <SignInByLink />}
      {path.startsWith('/shared/') && <Outlet />}
      {path !== '/sign-in' && !path.startsWith('/shared/') && (
        <SessionGate>
          <StartGate>
            <Shell>
              <Outlet />
            </Shell>
          </StartGate>
        </SessionGate>
      )}
    </ToastArea>
  );
}
