import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { LoadingPage } from '../components/states';
import { useWorkspaces } from '../session/workspaces';

const StartChoice = lazy(() => import('./start-choice').then((module) => ({ default: module.StartChoice })));

/** Shows a choice instead of the overview after the first sign-in to an empty workspace, if there is a demo workspace. */
export function StartGate({ children }: { children: ReactNode }) {
  const workspaces = useWorkspaces();
  const isOverview = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const own = workspaces.find(({ offersDemo }) => offersDemo);
  const demo = workspaces.find((workspace) => workspace.demo !== null);
  if (!isOverview || own === undefined || demo === undefined) return children;
  return (
    <Suspense fallback={<LoadingPage />}>
      <StartChoice own={own} demo={demo} />
    </Suspense>
  );
}
