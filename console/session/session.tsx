import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import { may, type Permission } from '../../domain/accounts/permissions';
import { api, ApiError, onSessionEnd, suspendRequests, unwrap, type Schemas } from '../api/client';
import { ErrorState, LoadingPage } from '../components/states';
import { SignInDialog } from './sign-in-dialog';
import { SignInPage } from './sign-in-page';

export type Session = Schemas['Session'];

const SessionContext = createContext<Session | null>(null);
const key = ['session'];

/** The page says when the browser sent no session with it: there is nothing to ask for then, the first time. */
let cameWithout = document.querySelector<HTMLMetaElement>('meta[name="apex-session"]')?.content === 'none';

async function readSession({ client }: { client: Client }): Promise<Session | null> {
  if (cameWithout) {
    cameWithout = false;
    return null;
  }
  try {
    return await unwrap(api.GET('/api/session'));
  } catch (error) {
    // One that was there is over: the page stays.
    if (error instanceof ApiError && error.status === 401) return client.getQueryData<Session>(key) ?? null;
    throw error;
  }
}

const nameOf = ({ workspaceId, user }: Session): string => `${workspaceId} ${user.id}`;

/**
 * Shows the pages to a signed-in user, and the sign-in page to all others, in place: the address stays, so that
 * signing in leads to where one was. A session that ends leaves its page as it is, under a dialog to sign in: what is typed in it is kept
 * for the same person in the same workspace, and for no other.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const query = useQuery({ queryKey: key, queryFn: readSession, staleTime: 60_000, enabled: !isOver });
  const { data: session, error, refetch } = query;
  useEffect(
    () =>
      onSessionEnd(() => {
        if (!client.getQueryData<Session | null>(key)) return;
        suspendRequests(true);
        setOver(true);
      }),
    [client],
  );
  const [isLeft, leave] = useLeaving();
  if (isLeft) return <LoadingPage />;
  if (session === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  if (session === null) {
    return <SignInPage onSignedIn={(next) => beginSession(client, next)} />;
  }
  const resume = (next: Session): void => {
    if (nameOf(next) !== nameOf(session)) return leave();
    suspendRequests(false);
    client.setQueryData(key, next);
    setOver(false);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  };
  return (
    <SessionContext value={session} key={nameOf(session)}>
      {children}
      {isOver && (
        <SignInDialog
          session={session}
          onSignedIn={resume}
          onReturn={(found) => {
            if (nameOf(found) === nameOf(session)) resume(found);
          }}
          onLeave={leave}
        />
      )}
    </SessionContext>
  );
}

/** Takes the page away with all that it holds, and loads the console anew. Forms that are gone ask nothing. */
function useLeaving(): [isLeft: boolean, leave: () => void] {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (isLeft) window.location.replace('/console');
  }, [isLeft]);
  return [isLeft, useCallback(() => setLeft(true), [])];
}

type Client = ReturnType<typeof useQueryClient>;

/** What one person or workspace has been shown is not for the next. */
function replaceSession(client: Client, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  client.setQueryData(key, session);
}

export const beginSession = (client: Client, session: Session): void => replaceSession(client, session);

export async function signOut(client: Client): Promise<void> {
  await unwrap(api.DELETE('/api/session'));
  replaceSession(client, null);
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('Pages stand inside the SessionGate.');
  return session;
}

/** Whether the caller's role has a permission. A control that would be answered 403 is not shown. */
export const useMay = (permission: Permission): boolean => may(useSession().role, permission);
