import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import type { Schemas } from '../../api/client';
import { CheckField, Form, SelectField, TextField } from '../../components/form';
import { formText, textOrNull } from '../../components/form-text';
import { attributeRows, attributesOf, rowProblem } from '../../format/attribute-value';
import { AttributeRows } from '../people/attribute-rows';

type Conversion = Schemas['Conversion'];
type Type = Conversion['type'];
type Body = Schemas['UpdateConversion'] & { name: string };

const types: readonly (readonly [Type, string])[] = [
  ['custom_event', 'an event of your own'],
  ['pageview', 'a page is seen'],
  ['click', 'an element is clicked'],
  ['form_submit', 'a form is sent'],
  ['engaged_time', 'time is spent on a page'],
];

interface Props {
  initial?: Conversion;
  button: string;
  done: string;
  /** @throws ApiError whose details are shown at their fields */
  save: (conversion: Body) => Promise<unknown>;
}

/** Which events count as success. */
export function ConversionForm({ initial, button, done, save }: Props) {
  const [type, setType] = useState<Type>(initial?.type ?? 'custom_event');
  const [rows, setRows] = useState(() => attributeRows(initial?.conditions ?? {}));
  const send = async (fields: FormData): Promise<void> => {
    const wrong = rows.map(rowProblem).find((problem) => problem !== null);
    if (wrong !== undefined) throw new Error(`The properties: ${wrong}`);
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
      <SelectField
        label="What counts"
        name="type"
        value={type}
        onChange={({ target }) => setType(target.value as Type)}
      >
        {types.map(([one, title]) => (
          <option key={one} value={one}>
            {title} ({one})
          </option>
        ))}
      </SelectField>
      <Where type={type} initial={initial} />
      <AttributeRows label="Only with these properties" name="conditions" rows={rows} onChange={setRows} />
      <CheckField
        label="The primary conversion"
        name="isPrimary"
        defaultChecked={initial?.isPrimary ?? false}
        hint="What experiments and journeys are measured by, unless they name another. There is one at most: another one is not any more."
      />
    </Form>
  );
}

function Where({ type, initial }: { type: Type; initial: Conversion | undefined }) {
  return (
    <>
      {type === 'custom_event' && (
        <TextField
          label="Event"
          name="eventName"
          required
          maxLength={textLimits.eventName}
          defaultValue={initial?.eventName ?? initial?.eventType}
          placeholder="order_placed"
        />
      )}
      {hasSelector(type) && (
        <TextField
          label="Element"
          name="selector"
          maxLength={textLimits.selector}
          defaultValue={initial?.selector ?? ''}
          placeholder="form#signup"
          hint="A CSS selector. Empty: any."
        />
      )}
      <TextField
        label="Page"
        name="targetUrl"
        maxLength={textLimits.targetUrl}
        defaultValue={initial?.targetUrl ?? ''}
        placeholder="/thanks"
        hint="/thanks, /blog/*, a host and path, or re: and an expression. Empty: any."
      />
    </>
  );
}

const hasSelector = (type: Type): boolean => type === 'click' || type === 'form_submit';
