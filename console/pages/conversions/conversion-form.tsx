import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import type { Schemas } from '../../api/client';
import { EventNameInput } from '../../components/catalog-input';
import { CheckField, Form, InputField, SelectField, TextField } from '../../components/form';
import { formText, textOrNull } from '../../components/form-text';
import { attributeRows, attributesOf, rowProblem } from '../../format/attribute-value';
import { AttributeRows } from '../people/attribute-rows';

type Conversion = Schemas['Conversion'];
type Type = Conversion['type'];
export type ConversionBody = Schemas['UpdateConversion'] & { name: string };

export const conversionTypeWords: Record<Type, string> = {
  custom_event: 'Custom event',
  pageview: 'Page view',
  click: 'Click',
  form_submit: 'Form submission',
  file_download: 'File download',
  engaged_time: 'Time on page',
};

interface Props {
  initial?: Conversion;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (conversion: ConversionBody) => Promise<unknown>;
}

/** Edits which events count as a conversion. */
export function ConversionForm({ initial, button, done, save }: Props) {
  const [type, setType] = useState<Type>(initial?.type ?? 'custom_event');
  const [eventName, setEventName] = useState(initial?.eventName ?? initial?.eventType ?? '');
  const [rows, setRows] = useState(() => attributeRows(initial?.conditions ?? {}));
  const send = async (fields: FormData): Promise<void> => {
    const wrong = rows.map(rowProblem).find((problem) => problem !== null);
    if (wrong !== undefined) throw new Error(`Event properties: ${wrong}`);
    const conditions = attributesOf(rows);
    await save({
      name: formText(fields, 'name'),
      type,
      targetUrl: textOrNull(fields, 'targetUrl'),
      eventName: type === 'custom_event' ? formText(fields, 'eventName') : null,
      selector: hasSelector(type) ? textOrNull(fields, 'selector') : null,
      isPrimary: fields.has('isPrimary'),
      conditions: Object.keys(conditions).length === 0 ? null : conditions,
    });
  };
  return (
    <Form send={send} button={button} done={done}>
      <TextField label="Name" name="name" required maxLength={textLimits.name} defaultValue={initial?.name} />
      <SelectField label="Type" name="type" value={type} onChange={({ target }) => setType(target.value as Type)}>
        {Object.entries(conversionTypeWords).map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </SelectField>
      <Where type={type} initial={initial} onEventName={setEventName} />
      <AttributeRows
        label="Required event properties"
        noun="property"
        name="conditions"
        rows={rows}
        onChange={setRows}
        event={type === 'custom_event' ? eventName : type}
      />
      <CheckField
        label="Primary conversion"
        name="isPrimary"
        defaultChecked={initial?.isPrimary ?? false}
        hint="The default metric of experiments and journeys. Only one conversion can be primary; this replaces the current one."
      />
    </Form>
  );
}

interface WhereProps {
  type: Type;
  initial: Conversion | undefined;
  onEventName: (name: string) => void;
}

function Where({ type, initial, onEventName }: WhereProps) {
  return (
    <>
      {type === 'custom_event' && (
        <InputField label="Event" name="eventName">
          {(attributes) => (
            <EventNameInput
              {...attributes}
              required
              maxLength={textLimits.eventName}
              defaultValue={initial?.eventName ?? initial?.eventType}
              placeholder="order_placed"
              onChange={({ target }) => onEventName(target.value)}
            />
          )}
        </InputField>
      )}
      {hasSelector(type) && (
        <TextField
          label="Element"
          name="selector"
          maxLength={textLimits.selector}
          defaultValue={initial?.selector ?? ''}
          placeholder="form#signup"
          hint="A CSS selector. Leave empty to match any element."
        />
      )}
      <TextField
        label="Page"
        name="targetUrl"
        maxLength={textLimits.targetUrl}
        defaultValue={initial?.targetUrl ?? ''}
        placeholder="/thanks"
        hint="For example, /thanks, /blog/* or shop.example.com/thanks. Start with re: for a regular expression. Leave empty to match any page."
      />
    </>
  );
}

const hasSelector = (type: Type): boolean => type === 'click' || type === 'form_submit';
