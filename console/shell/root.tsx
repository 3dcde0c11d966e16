import { Outlet, useRouterState } from '@tanstack/react-router';
import { ToastArea } from '../components/toast';
import { SessionGate } from '../session/session';
import { SignInByLink } from '../session/sign-in-by-link';
import { Shell } from './shell';
import { StartGate } from './start-gate';

/** The root of every page. */
export function Root() {
  const isLink = useRouterState({ select: ({ location }) => location.pathname === '/sign-in' });
  return (
    <ToastArea>
      {isLink ? (
        <SignInByLink />
      ) : (
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
