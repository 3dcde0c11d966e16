import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { EventNameInput } from '../../components/catalog-input';
import { Form, InputField, TextField } from '../../components/form';
import { useToast } from '../../components/toast';
import { attributesOf, rowProblem, type AttributeRow } from '../../format/attribute-value';
import { describeEventOutcome } from '../../format/event-outcome';
import { AttributeRows } from './attribute-rows';

/** Sends an event about the person. */
export function SendEvent({ personId }: { personId: string }) {
  return (
    <AddressDialog title="Send event" name="event" primary={false}>
      {(close) => <EventForm personId={personId} onSent={close} />}
    </AddressDialog>
  );
}

function EventForm({ personId, onSent }: { personId: string; onSent: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const [rows, setRows] = useState<AttributeRow[]>([]);
  const [eventName, setEventName] = useState('');
  const send = async (fields: FormData): Promise<void> => {
    const type = String(fields.get('type')).trim();
    const wrong = rows.map(rowProblem).find((problem) => problem !== null);
    if (wrong !== undefined) throw new Error(`Event data: ${wrong}`);
    const outcome = await unwrap(
      api.POST('/api/end-users/{id}/events', {
        params: { path: { id: personId } },
        body: {
          // Reports count visitors, so the event has one. It is linked to the person.
          ...{ type, visitorId: `console-${personId}`, url: String(fields.get('url')) },
          ...{ messageId: crypto.randomUUID(), data: attributesOf(rows) },
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ['people', personId] });
    const journeys = await unwrap(api.GET('/api/journeys'));
    toast(describeEventOutcome(type, outcome, (id) => journeys.find((one) => one.id === id)?.name ?? id));
    onSent();
  };
  return (
    <>
      <p className="quiet">
        This event counts like any other: in reports, audiences and journeys. It links a visitor <code>console-…</code>{' '}
        to the person.
      </p>
      <Form send={send} button="Send">
        <InputField label="Event" name="type">
          {(attributes) => (
            <EventNameInput
              {...attributes}
              required
              maxLength={textLimits.eventName}
              placeholder="signed_up"
              autoFocus
              onChange={({ target }) => setEventName(target.value)}
            />
          )}
        </InputField>
        <TextField
          label="Page URL"
          name="url"
          type="url"
          required
          defaultValue={`${window.location.origin}/`}
          hint="Reports show the event under this page."
        />
        <AttributeRows label="Event data" name="data" rows={rows} onChange={setRows} event={eventName} />
      </Form>
    </>
  );
}
