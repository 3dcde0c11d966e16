import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { DialogFrame } from '../components/dialog-frame';
import { api, unwrap, type Schemas } from '../api/client';
import { SignInForm } from './sign-in-form';

interface Props {
  /** The expired session. */
  session: Schemas['Session'];
  onSignedIn: (session: Schemas['Session']) => void;
  /** The browser has a session again, for example from another tab. */
  onReturn: (session: Schemas['Session']) => void;
  onLeave: () => void;
}

/**
 * Covers the page, which keeps its input. The dialog cannot be closed. If the session only moved to another workspace,
 * it can be moved back without a password.
 */
export function SignInDialog({ session, onSignedIn, onReturn, onLeave }: Props) {
  const [isElsewhere, setElsewhere] = useState(false);
  useCurrentSession((found) => {
    if (found.user.id === session.user.id) setElsewhere(found.workspaceId !== session.workspaceId);
    onReturn(found);
  });
  if (isElsewhere) return <OtherWorkspaceDialog session={session} onSignedIn={onSignedIn} onLeave={onLeave} />;
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

function OtherWorkspaceDialog({ session: { workspaceId }, onSignedIn, onLeave }: Omit<Props, 'onReturn'>) {
  const goBack = useMutation({
    mutationFn: () => unwrap(api.POST('/api/session/workspace', { body: { workspaceId } })),
    onSuccess: onSignedIn,
  });
  return (
    <DialogFrame open title="You are in another workspace" className="sign-in-dialog" overlayClassName="veil">
      <div className="dialog-body">
        <p>
          This page belongs to a workspace that you left, for example in another tab. To keep its unsaved input, return
          to the workspace of this page.
        </p>
        {goBack.isError && (
          <p role="alert" className="alert">
            {goBack.error.message}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onLeave}>
          Leave page
        </button>
        <button type="button" className="button primary" disabled={goBack.isPending} onClick={() => goBack.mutate()}>
          Return
        </button>
      </div>
    </DialogFrame>
  );
}

/** Reads the current session now, and when the user returns to this tab. */
function useCurrentSession(onFound: Props['onReturn']): void {
  const look = useEffectEvent(async () => {
    const response = await api.GET('/api/session').catch(() => undefined);
    if (response?.data !== undefined) onFound(response.data);
  });
  useEffect(() => {
    const listener = (): void => void look();
    listener();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, []);
}
