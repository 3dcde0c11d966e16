import { Outlet } from '@tanstack/react-router';
import { ToastArea } from '../components/toast';
import { SessionGate } from '../session/session';
import { Shell } from './shell';

/** The root of every page. */
export function Root() {
  return (
    <ToastArea>
      <SessionGate>
        <Shell>
          <Outlet />
        </Shell>
      </SessionGate>
    </ToastArea>
  );
}
