import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api, unwrap } from '../api/client';
import { Loading } from '../components/states';
import { replaceSession } from './session';
import { SignInCard } from './sign-in-card';
import { loadWorkspaces } from './workspaces-query';

/** Signs in with the token in the fragment of a link, once, and removes it from the address and the history. */
export function SignInByLink() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = (): Promise<void> => navigate({ to: '/', replace: true });
  const signIn = useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/api/session/link', { body: { token } })),
    onSuccess: async (session) => {
      replaceSession(client, session);
      await loadWorkspaces(client);
      await open();
    },
  });
  const start = useEffectEvent(() => {
    const token = window.location.hash.slice(1);
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (token === '') void open();
    else signIn.mutate(token);
  });
  const isStarted = useRef(false);
  useEffect(() => {
    // In development, React runs effects twice. The token works once.
    if (!isStarted.current) start();
    isStarted.current = true;
  }, []);
  return (
    <SignInCard title="Sign in to Apex">
      {signIn.isError ? (
        <>
          <p role="alert" className="alert">
            {signIn.error.message}
          </p>
          <button type="button" className="button primary wide" onClick={() => void open()}>
            Open the console
          </button>
        </>
      ) : (
        <Loading what="Signing in" />
      )}
    </SignInCard>
  );
}
