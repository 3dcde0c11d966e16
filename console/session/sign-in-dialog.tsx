import { DialogFrame } from '../components/dialog-frame';
import type { Schemas } from '../api/client';
import { SignInForm } from './sign-in-form';

interface Props {
  /** Whose session is over. */
  session: Schemas['Session'];
  onSignedIn: (session: Schemas['Session']) => void;
  onLeave: () => void;
}

/** Stands over the page, which keeps what was typed in it, and cannot be closed. */
export function SignInDialog({ session, onSignedIn, onLeave }: Props) {
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
