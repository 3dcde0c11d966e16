import { useEffect, useEffectEvent } from 'react';
import { DialogFrame } from '../components/dialog-frame';
import { api, type Schemas } from '../api/client';
import { SignInForm } from './sign-in-form';

interface Props {
  /** The expired session. */
  session: Schemas['Session'];
  onSignedIn: (session: Schemas['Session']) => void;
  /** The browser has a session again, for example from another tab. */
  onReturn: (session: Schemas['Session']) => void;
  onLeave: () => void;
}

/** Covers the page, which keeps its input. The dialog cannot be closed. */
export function SignInDialog({ session, onSignedIn, onReturn, onLeave }: Props) {
  useSessionOfOtherTabs(onReturn);
  return (
    <DialogFrame open title="Sign in to continue" className="sign-in-dialog" overlayClassName="veil">
      <div className="dialog-body">
        <p>Your session has expired. Sign in as {session.user.email} to continue. Your unsaved input is kept.</p>
        <SignInForm before={session} onSignedIn={onSignedIn} />
        <p className="quiet small">
          Signing in as another person opens the overview.{' '}
          <button type="button" className="button text" onClick={onLeave}>
            Leave page
          </button>
        </p>
      </div>
    </DialogFrame>
  );
}

/** Checks for a session when the user returns to this tab. */
function useSessionOfOtherTabs(onReturn: Props['onReturn']): void {
  const look = useEffectEvent(async () => {
    const response = await api.GET('/api/session').catch(() => undefined);
    if (response?.data !== undefined) onReturn(response.data);
  });
  useEffect(() => {
    const listener = (): void => void look();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, []);
}
