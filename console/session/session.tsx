import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import { may, type Permission } from '../../domain/accounts/permissions';
import {
  api,
  ApiError,
  onSessionEnd,
  reportSessionEnd,
  setPageWorkspace,
  suspendRequests,
  unwrap,
  type Schemas,
} from '../api/client';
import { ErrorState, LoadingPage } from '../components/states';
import { SignInDialog } from './sign-in-dialog';
import { SignInPage } from './sign-in-page';
import { loadWorkspaces } from './workspaces-query';

export type Session = Schemas['Session'];

const SessionContext = createContext<Session | null>(null);
const key = ['session'];

let isFirstRead = true;

async function readSession({ client }: { client: Client }): Promise<Session | null> {
  // The server marks a page that was requested without a session, which saves the first request.
  const mark = document.querySelector<HTMLMetaElement>('meta[name="apex-session"]')?.content;
  const isWithout = isFirstRead && mark === 'none';
  isFirstRead = false;
  if (isWithout) return null;
  const known = client.getQueryData<Session>(key) ?? null;
  try {
    const found = await unwrap(api.GET('/api/session'));
    if (known === null) setPageWorkspace(found.workspaceId);
    if (known === null || nameOf(found) === nameOf(known)) return found;
    // Another tab has switched the workspace or the person. The page is kept, and a dialog covers it.
    reportSessionEnd();
    return known;
  } catch (error) {
    // If a session has expired, keep the page.
    if (error instanceof ApiError && error.status === 401) return known;
    throw error;
  }
}

const nameOf = ({ workspaceId, user }: Session): string => `${workspaceId} ${user.id}`;

/**
 * Shows the pages to a signed-in user and the sign-in page to everyone else. The address stays, so that signing in returns to the same
 * page. When a session expires, a sign-in dialog covers the page. The page, with unsaved input, stays only for the same person in the
 * same workspace.
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
    return <SignInPage onSignedIn={(next) => void startSession(client, next)} />;
  }
  const resume = (next: Session): void => {
    if (nameOf(next) !== nameOf(session)) return leave();
    suspendRequests(false);
    setSession(client, next);
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

/** Unmounts the page, so that no form asks about unsaved changes, and reloads the console. */
function useLeaving(): [isLeft: boolean, leave: () => void] {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (isLeft) window.location.replace('/console');
  }, [isLeft]);
  return [isLeft, useCallback(() => setLeft(true), [])];
}

type Client = ReturnType<typeof useQueryClient>;

/** Sets the session, null for none, and clears the cached data of the previous person or workspace. */
export function replaceSession(client: Client, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  setSession(client, session);
}

function setSession(client: Client, session: Session | null): void {
  isFirstRead = false;
  setPageWorkspace(session?.workspaceId ?? null);
  client.setQueryData(key, session);
}

async function startSession(client: Client, session: Session): Promise<void> {
  await loadWorkspaces(client);
  setSession(client, session);
}

export async function signOut(client: Client): Promise<void> {
  await unwrap(api.DELETE('/api/session'));
  replaceSession(client, null);
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession must be used inside SessionGate.');
  return session;
}

/** Whether the role of the user has a permission. Controls that would return 403 are hidden. */
export const useMay = (permission: Permission): boolean => may(useSession().role, permission);
