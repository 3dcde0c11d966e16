import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { CheckField, Form, TextField } from '../../components/form';
import { TimezoneField } from '../../components/timezone-field';
import { attributeRows, attributesOf, rowProblem } from '../../format/attribute-value';
import { AttributeRows } from './attribute-rows';
import './people.css';

export interface PersonDraft {
  email: string | null;
  timezone: string | null;
  locale: string | null;
  attributes: Record<string, unknown>;
  consent: { marketing: boolean };
}

export const emptyPerson: PersonDraft = {
  ...{ email: null, timezone: null, locale: null, attributes: {} },
  consent: { marketing: true },
};

export const personDraft = ({ email, timezone, locale, attributes, consent }: Schemas['EndUser']): PersonDraft => ({
  ...{ email, timezone, locale, attributes },
  consent: { marketing: consent.marketing },
});

interface Props {
  initial: PersonDraft;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (person: PersonDraft) => Promise<unknown>;
}

/** Edits a person: email, timezone, locale, consent and attributes. */
export function PersonForm({ initial, button, done, save }: Props) {
  const [rows, setRows] = useState(() => attributeRows(initial.attributes));
  const send = async (fields: FormData): Promise<void> => {
    const text = (name: string): string | null => String(fields.get(name) ?? '').trim() || null;
    const wrong = rows.map(rowProblem).find((problem) => problem !== null);
    if (wrong !== undefined) throw new Error(`Attributes: ${wrong}`);
    await save({
      ...{ email: text('email'), timezone: text('timezone'), locale: text('locale') },
      attributes: attributesOf(rows),
      consent: { marketing: fields.has('consent') },
    });
  };
  return (
    <Form send={send} button={button} done={done}>
      <TextField label="Email" name="email" type="email" defaultValue={initial.email ?? ''} autoComplete="off" />
      <div className="field-row">
        <TimezoneField
          label="Timezone"
          name="timezone"
          defaultValue={initial.timezone ?? ''}
          hint="Leave empty for UTC."
        />
        <TextField
          label="Locale"
          name="locale"
          defaultValue={initial.locale ?? ''}
          pattern="[A-Za-z0-9\-]{2,35}"
          placeholder="en-GB"
        />
      </div>
      <CheckField
        label="Marketing consent"
        name="consent"
        defaultChecked={initial.consent.marketing}
        hint="Journeys only send to people who agreed. The time and source of a change are recorded."
      />
      <AttributeRows rows={rows} onChange={setRows} />
    </Form>
  );
}
