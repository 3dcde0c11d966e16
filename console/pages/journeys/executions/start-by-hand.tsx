import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../../../api/client';
import { Dialog } from '../../../components/dialog';
import { skipReasonWords } from '../../../format/event-outcome';
import { PickPerson } from '../pick-person';
import { executionIdOf } from './execution-id';

/** Starts the journey for one person, with the same checks as for events. */
export function StartByHand({ journeyId }: { journeyId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Start manually
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Start for one person">
        <div className="dialog-body">
          <Start journeyId={journeyId} />
        </div>
      </Dialog>
    </>
  );
}

function Start({ journeyId }: { journeyId: string }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = useStart(journeyId, setRefusal);
  return (
    <>
      <p>Audience, re-entry and holdout apply as they do for events.</p>
      <PickPerson act="Start" onPick={(person) => void start(person)} />
      {refusal !== null && (
        <p role="alert" className="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

function useStart(journeyId: string, onRefused: (reason: string | null) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ id, email }: Schemas['EndUser']): Promise<void> => {
    onRefused(null);
    try {
      const path = { params: { path: { id: journeyId } }, body: { endUserId: id } };
      const outcome = await unwrap(api.POST('/api/journeys/{id}/executions', path));
      await client.invalidateQueries({ queryKey: ['journeys', journeyId] });
      if ('executionArn' in outcome) {
        await navigate({ to: `/journeys/${journeyId}/executions/${executionIdOf(outcome)}` });
      } else onRefused(`Not started for ${email ?? id}: ${skipReasonWords[outcome.reason]}.`);
    } catch (error) {
      onRefused((error as Error).message);
    }
  };
}
