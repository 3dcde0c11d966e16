import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { Form, TextField } from '../../components/form';
import { useToast } from '../../components/toast';
import { attributesOf, rowProblem, type AttributeRow } from '../../format/attribute-value';
import { AttributeRows } from './attribute-rows';

/** Sends an event of the person, as a browser of theirs would. */
export function SendEvent({ personId }: { personId: string }) {
  return (
    <AddressDialog title="Send an event" name="event" primary={false}>
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
    if (wrong !== undefined) throw new Error(`What it carries: ${wrong}`);
    // One visitor a person: events of a page name a visitor, and only those of a linked one are the person's.
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
    toast(`${type} is sent. Journeys that it triggers start within moments.`);
    onSent();
  };
  return (
    <>
      <p className="quiet">
        It counts like any event of the person: in figures, for audiences, and for journeys that wait for it or begin
        with it. A visitor <code>console-…</code> is linked to the person for it.
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
          label="On the page"
          name="url"
          type="url"
          required
          defaultValue={`${window.location.origin}/`}
          hint="Figures list it under this page."
        />
        <AttributeRows label="What it carries" name="data" rows={rows} onChange={setRows} />
      </Form>
    </>
  );
}
