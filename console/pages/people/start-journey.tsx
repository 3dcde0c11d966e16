import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EntryRefusal } from '../../../domain/journeys/skip-reasons';
import { api, unwrap } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Form, SelectField } from '../../components/form';
import { skipReasonWords } from '../../format/event-outcome';

type Outcome = { journeyId: string; name: string; reason: EntryRefusal | null } | null;

/** Starts a published journey for the person. */
export function StartJourney({ personId }: { personId: string }) {
  return (
    <AddressDialog title="Start journey" name="start" primary={false}>
      {() => <StartForm personId={personId} />}
    </AddressDialog>
  );
}

function StartForm({ personId }: { personId: string }) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const { data: journeys } = useQuery({
    queryKey: ['journeys', 'published'],
    queryFn: async () => {
      const all = await unwrap(api.GET('/api/journeys'));
      return all.filter(({ status }) => status === 'published');
    },
  });
  if (journeys?.length === 0) {
    return (
      <p>
        No journey is published. <Link to="/journeys">Publish a journey</Link> first.
      </p>
    );
  }
  const start = async (fields: FormData): Promise<void> => {
    const id = String(fields.get('journey'));
    const started = await unwrap(
      api.POST('/api/journeys/{id}/executions', { params: { path: { id } }, body: { endUserId: personId } }),
    );
    const reason = 'reason' in started ? started.reason : null;
    setOutcome({ journeyId: id, name: journeys?.find((journey) => journey.id === id)?.name ?? id, reason });
    await client.invalidateQueries({ queryKey: ['journeys'] });
  };
  return (
    <>
      <Form send={start} button="Start">
        <SelectField
          label="Journey"
          name="journey"
          required
          hint="The journey starts immediately, without its trigger event."
        >
          {journeys?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Form>
      {outcome !== null && (
        <p role="status" className={`notice ${outcome.reason === null ? 'good' : 'warn'}`}>
          {outcome.reason === null ? 'Journey started. ' : `Journey not started: ${skipReasonWords[outcome.reason]}. `}
          <Link to={`/journeys/${outcome.journeyId}`} search={{ view: 'executions' }}>
            Executions of {outcome.name}
          </Link>
        </p>
      )}
    </>
  );
}
