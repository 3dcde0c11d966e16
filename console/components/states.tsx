import type { ReactNode } from 'react';
import { ApiError } from '../api/client';

/** Placeholders for content that is loading, empty or failed. */

export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <div className="state loading" role="status">
      <span className="pulse" aria-hidden="true" />
      {what}…
    </div>
  );
}

/** A page that is loading. */
export function LoadingPage() {
  return (
    <main id="main" className="page" aria-busy="true">
      <h1 className="visually-hidden">Loading</h1>
      <Loading />
    </main>
  );
}

/** @param props.title what is missing @param props.children what it is for, and how to create the first one */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state empty">
      <p className="state-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

interface ErrorProps {
  error: Error;
  retry?: (() => void) | undefined;
  /** Whether the page shows nothing else. */
  page?: boolean;
}

export function ErrorState({ error, retry, page = false }: ErrorProps) {
  const content = (
    <div className="state error" role="alert">
      <p className="state-title">{titleOf(error)}</p>
      <p>{error.message}</p>
      {retry !== undefined && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
  if (!page) return content;
  return (
    <main id="main" className="page">
      <h1>{titleOf(error)}</h1>
      {content}
    </main>
  );
}

function titleOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'Something went wrong';
  if (error.status === 0) return 'Service unavailable';
  if (error.status === 404) return 'Not found';
  if (error.status === 403) return 'Your role does not allow this';
  return 'Loading failed';
}
