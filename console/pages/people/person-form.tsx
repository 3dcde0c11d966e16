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
  /** @throws ApiError whose details are shown at their fields */
  save: (person: PersonDraft) => Promise<unknown>;
}

/** What is known of a person. */
export function PersonForm({ initial, button, done, save }: Props) {
  const [rows, setRows] = useState(() => attributeRows(initial.attributes));
  const send = async (fields: FormData): Promise<void> => {
    const text = (name: string): string | null => String(fields.get(name) ?? '').trim() || null;
    const wrong = rows.map(rowProblem).find((problem) => problem !== null);
    if (wrong !== undefined) throw new Error(`The attributes: ${wrong}`);
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
        <TimezoneField label="Timezone" name="timezone" defaultValue={initial.timezone ?? ''} hint="Empty: UTC." />
        <TextField
          label="Locale"
          name="locale"
          defaultValue={initial.locale ?? ''}
          pattern="[A-Za-z0-9\-]{2,35}"
          placeholder="en-GB"
        />
      </div>
      <CheckField
        label="Agreed to get marketing mail"
        name="consent"
        defaultChecked={initial.consent.marketing}
        hint="Journeys send to those who agreed only. That you set it is recorded, with the time."
      />
      <AttributeRows rows={rows} onChange={setRows} />
    </Form>
  );
}
