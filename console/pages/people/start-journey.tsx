import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Form, SelectField } from '../../components/form';

const reasons = {
  audience: 'the person is not in the journey’s audience',
  reentry: 'the person was in it before, and it lets no person in again',
  holdout: 'the person is in the holdout, who get nothing, for comparison',
} as const;

type Outcome = { journeyId: string; name: string; reason: keyof typeof reasons | null } | null;

/** Puts the person into a published journey by hand. */
export function StartJourney({ personId }: { personId: string }) {
  return (
    <AddressDialog title="Start a journey" name="start" primary={false}>
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
        No journey is published. <Link to="/journeys">Draw one and publish it</Link>: then people can start it.
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
        <SelectField label="Journey" name="journey" required hint="It begins at once, as if its event had come.">
          {journeys?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Form>
      {outcome !== null && (
        <p role="status" className={`notice ${outcome.reason === null ? 'good' : 'warn'}`}>
          {outcome.reason === null ? 'It has started. ' : `It was not started: ${reasons[outcome.reason]}. `}
          <Link to={`/journeys/${outcome.journeyId}`} search={{ view: 'executions' }}>
            Executions of {outcome.name}
          </Link>
        </p>
      )}
    </>
  );
}
