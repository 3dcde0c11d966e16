import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, unwrap, type Schemas } from '../../../api/client';
import { ShareBar } from '../../../components/share-bar';
import { ErrorState, Loading } from '../../../components/states';
import { executionsIn } from './bulk-request';

const liveMs = 1_000;

interface Props {
  journeyId: string;
  bulkId: string;
  onClose: () => void;
}

/** The progress of a bulk action while it runs, and then its result. */
export function BulkProgress({ journeyId, bulkId, onClose }: Props) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['bulks', bulkId],
    queryFn: () =>
      unwrap(api.GET('/api/journeys/{id}/executions/bulk/{bulkId}', { params: { path: { id: journeyId, bulkId } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : liveMs),
  });
  const status = data?.status;
  useEffect(() => {
    if (status === 'completed') void client.invalidateQueries({ queryKey: ['journeys', journeyId] });
  }, [client, journeyId, status]);
  return (
    <>
      <div className="dialog-body">
        {data !== undefined ? (
          <Progress of={data} />
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

const verbs = { retry: 'retried', cancel: 'canceled' } as const;

function Progress({ of: bulk }: { of: Schemas['ExecutionBulk'] }) {
  const { action, status, matching, done, failed, skipped, refusals } = bulk;
  const isRunning = status === 'running';
  return (
    <>
      <div role="status" data-value={status}>
        <p>
          {isRunning ? `${done.toLocaleString('en')} of ${executionsIn(matching)} ` : `${executionsIn(done)} `}
          {verbs[action]}
          {failed > 0 && `, ${failed.toLocaleString('en')} not possible`}
          {skipped > 0 && `, ${skipped.toLocaleString('en')} changed before`}.
        </p>
      </div>
      {isRunning && (
        <>
          <ShareBar share={matching === 0 ? 1 : (done + failed) / matching} />
          <p className="quiet">It continues if you close this dialog.</p>
        </>
      )}
      {refusals.length > 0 && (
        <ul>
          {refusals.map(({ reason, text, count }) => (
            <li key={reason} data-value={reason}>
              {executionsIn(count)}: {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
