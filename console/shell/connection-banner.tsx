import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportResponse, useSilence } from '../api/connection';

const retryEveryMs = 3_000;

/** Shows that the service does not respond, retries until it does, and then reloads the data. */
export function ConnectionBanner() {
  const silent = useSilence();
  const client = useQueryClient();
  useEffect(() => {
    if (!silent) return undefined;
    const timer = setInterval(() => {
      fetch('/healthz').then(
        ({ ok }) => {
          if (!ok) return;
          reportResponse();
          void client.invalidateQueries();
        },
        () => undefined,
      );
    }, retryEveryMs);
    return () => clearInterval(timer);
  }, [silent, client]);
  if (!silent) return null;
  return (
    <div className="banner" role="alert">
      Apex is not responding. This page may be out of date; your unsaved input is kept. Retrying…
    </div>
  );
}
