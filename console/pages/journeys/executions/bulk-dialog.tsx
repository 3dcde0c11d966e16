import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../../../api/client';
import { Dialog } from '../../../components/dialog';
import { useFilters } from '../../../components/filters';
import { useMay } from '../../../session/session';
import { BulkForm } from './bulk-form';
import { BulkProgress } from './bulk-progress';
import { executionsIn, type BulkRequest } from './bulk-request';

const title = 'Retry or cancel several';

/** Retries or cancels many executions of the journey. The address has the bulk action, so a reload keeps it. */
export function BulkDialog({ journey }: { journey: Schemas['Journey'] }) {
  const { values, set } = useFilters();
  const mayAct = useMay('journeys.retry');
  if (!mayAct) return null;
  const { bulk } = values;
  return (
    <>
      <button type="button" className="button" onClick={() => set('bulk', 'new')}>
        {title}
      </button>
      <Dialog open={bulk !== undefined} onOpenChange={(open) => !open && set('bulk', '')} title={title}>
        {bulk === undefined || bulk === 'new' ? (
          <NewBulk journey={journey} onStarted={(id) => set('bulk', id)} />
        ) : (
          <BulkProgress journeyId={journey.id} bulkId={bulk} onClose={() => set('bulk', '')} />
        )}
      </Dialog>
    </>
  );
}

function NewBulk({ journey, onStarted }: { journey: Schemas['Journey']; onStarted: (bulkId: string) => void }) {
  const [counted, setCounted] = useState<{ request: BulkRequest; matching: number } | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const path = { params: { path: { id: journey.id } } };
  const count = async (request: BulkRequest): Promise<void> => {
    const body = { ...request, dryRun: true };
    const { matching } = await unwrap(api.POST('/api/journeys/{id}/executions/bulk', { ...path, body }));
    setCounted({ request, matching });
    setConfirming(true);
  };
  if (!isConfirming || counted === null) {
    return <BulkForm journey={journey} initial={counted?.request} onCount={count} />;
  }
  return (
    <Confirmation
      {...counted}
      onBack={() => setConfirming(false)}
      onConfirm={async () => {
        const started = await unwrap(
          api.POST('/api/journeys/{id}/executions/bulk', { ...path, body: counted.request }),
        );
        if ('bulkId' in started) onStarted(started.bulkId);
      }}
    />
  );
}

interface ConfirmationProps {
  request: BulkRequest;
  matching: number;
  onBack: () => void;
  onConfirm: () => Promise<void>;
}

const effects = {
  retry: 'Each one resumes at the step at which it failed. Steps that were performed are not performed again.',
  cancel: 'Each one stops at its current step, without further messages or calls. You cannot undo this.',
} as const;

function Confirmation({ request: { action }, matching, onBack, onConfirm }: ConfirmationProps) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });
  const run = async (): Promise<void> => {
    setState({ busy: true, error: null });
    try {
      await onConfirm();
      await client.invalidateQueries({ queryKey: ['journeys'] });
    } catch (error) {
      setState({ busy: false, error: (error as Error).message });
    }
  };
  const stateName = action === 'retry' ? 'failed' : 'running';
  return (
    <>
      <div className="dialog-body">
        <p role="status">
          {matching === 0 ? (
            `No ${stateName} executions match.`
          ) : (
            <>
              <strong>{executionsIn(matching)}</strong> {matching === 1 ? 'matches' : 'match'}.
            </>
          )}
        </p>
        {matching > 0 && <p>{effects[action]}</p>}
      </div>
      {state.error !== null && (
        <p role="alert" className="alert">
          {state.error}
        </p>
      )}
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onBack}>
          Back
        </button>
        {matching > 0 && (
          <button
            type="button"
            className={`button ${action === 'cancel' ? 'danger' : 'primary'}`}
            disabled={state.busy}
            onClick={() => void run()}
          >
            {action === 'retry' ? 'Retry' : 'Cancel'} {executionsIn(matching)}
          </button>
        )}
      </div>
    </>
  );
}
