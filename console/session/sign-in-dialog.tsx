import { useEffect, useEffectEvent } from 'react';
import { DialogFrame } from '../components/dialog-frame';
import { api, type Schemas } from '../api/client';
import { SignInForm } from './sign-in-form';

interface Props {
  /** Whose session is over. */
  session: Schemas['Session'];
  onSignedIn: (session: Schemas['Session']) => void;
  /** The browser has a session again, as of another tab. */
  onReturn: (session: Schemas['Session']) => void;
  onLeave: () => void;
}

/** Stands over the page, which keeps what was typed in it, and cannot be closed. */
export function SignInDialog({ session, onSignedIn, onReturn, onLeave }: Props) {
  useSessionOfOtherTabs(onReturn);
  return (
    <DialogFrame open title="Sign in to go on" className="sign-in-dialog" overlayClassName="veil">
      <div className="dialog-body">
        <p>
          Your session is over. Sign in as {session.user.email} to go on where you were: what you have typed is kept.
        </p>
        <SignInForm before={session} onSignedIn={onSignedIn} />
        <p className="quiet small">
          Another person who signs in begins at the overview.{' '}
          <button type="button" className="button text" onClick={onLeave}>
            Leave this page
          </button>
        </p>
      </div>
    </DialogFrame>
  );
}

/** Looks for a session whenever the person comes back to this tab. */
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
