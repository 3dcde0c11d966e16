import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../api/client';
import { Logo } from '../components/icon';
import { Loading } from '../components/states';
import { replaceSession } from './session';
import { loadWorkspaces } from './workspaces-query';

/** Signs in with the token in the fragment of a link, once, and removes it from the address and the history. */
export function SignInByLink() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  const { error, isSuccess } = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: async () => {
      const session = await unwrap(api.POST('/api/session/link', { body: { token } }));
      replaceSession(client, session);
      await loadWorkspaces(client);
      return session;
    },
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  });
  const isDone = isSuccess || token === '';
  useEffect(() => {
    document.title = 'Sign in · Apex';
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  useEffect(() => {
    if (isDone) void navigate({ to: '/', replace: true });
  }, [isDone, navigate]);
  return (
    <main className="sign-in" id="main">
      <div className="sign-in-card">
        <Logo />
        <h1>Sign in to Apex</h1>
        {error === null ? (
          <Loading what="Signing in" />
        ) : (
          <>
            <p role="alert" className="alert">
              {error.message}
            </p>
            <button type="button" className="button primary wide" onClick={() => void navigate({ to: '/' })}>
              Open the console
            </button>
          </>
        )}
      </div>
    </main>
  );
}
