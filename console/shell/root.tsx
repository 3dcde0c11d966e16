import { Outlet, useRouterState } from '@tanstack/react-router';
import { ToastArea } from '../components/toast';
import { SessionGate } from '../session/session';
import { SignInByLink } from '../session/sign-in-by-link';
import { Shell } from './shell';
import { StartGate } from './start-gate';

const withoutSession = /^\/(shared|invitations|password-reset)(\/|$)/;

/** The root of every page. Pages that need no session have no navigation. */
export function Root() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ToastArea>
      {path === '/sign-in' && <SignInByLink />}
      {withoutSession.test(path) && <Outlet />}
      {path !== '/sign-in' && !withoutSession.test(path) && (
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
