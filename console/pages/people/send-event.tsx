import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Form, TextField } from '../../components/form';
import { useToast } from '../../components/toast';
import { attributesOf, rowProblem, type AttributeRow } from '../../format/attribute-value';
import { AttributeRows } from './attribute-rows';

/** Sends an event for the person, as their browser would. */
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
  const send = async (fields: FormData): Promise<void> => {
    const type = String(fields.get('type')).trim();
    const wrong = rows.map(rowProblem).find((problem) => problem !== null);
    if (wrong !== undefined) throw new Error(`Event data: ${wrong}`);
    // Page events name a visitor. Link one visitor to the person, so that the event belongs to the person.
    const visitorId = `console-${personId}`;
    const { workspaceKey } = await unwrap(api.GET('/api/workspace'));
    await unwrap(api.POST('/api/identity', { body: { visitorId, leadId: personId, source: 'console' } }));
    await unwrap(
      api.POST('/api/events', {
        body: {
          ...{ workspaceKey, type, visitorId, url: String(fields.get('url')) },
          ...{ messageId: crypto.randomUUID(), data: attributesOf(rows) },
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ['people', personId] });
    toast(`Event ${type} sent. Journeys with this trigger start within seconds.`);
    onSent();
  };
  return (
    <>
      <p className="quiet">
        This event counts like any other: in reports, audiences and journeys. It links a visitor <code>console-…</code>{' '}
        to the person.
      </p>
      <Form send={send} button="Send">
        <TextField
          label="Event"
          name="type"
          required
          maxLength={textLimits.eventName}
          placeholder="signed_up"
          autoFocus
        />
        <TextField
          label="Page URL"
          name="url"
          type="url"
          required
          defaultValue={`${window.location.origin}/`}
          hint="Reports show the event under this page."
        />
        <AttributeRows label="Event data" name="data" rows={rows} onChange={setRows} />
      </Form>
    </>
  );
}
