import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportResponse, useSilence } from '../api/connection';

const retryEveryMs = 3_000;

/** Says that the service does not answer, asks until it does, and then reads what is shown anew. */
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
      The service does not answer. What is shown may be out of date; nothing that you entered is lost. Trying again…
    </div>
  );
}
