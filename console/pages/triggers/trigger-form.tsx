import { useState } from 'react';
import type { Condition } from '../../../domain/conditions/schemas';
import { textLimits } from '../../../domain/text-limits';
import { ConditionEvent, EventNameInput } from '../../components/catalog-input';
import { Form, GroupField, InputField, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { newComparison } from '../journeys/panel/condition-value';
import { ConditionEditor } from '../journeys/panel/condition-editor';

export interface TriggerDraft {
  name: string;
  eventName: string;
  where: Condition | null;
}

export const emptyTrigger: TriggerDraft = { name: '', eventName: '', where: null };

interface Props {
  initial: TriggerDraft;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (trigger: TriggerDraft) => Promise<unknown>;
}

/** Edits the event that starts a journey, with an optional condition. */
export function TriggerForm({ initial, button, done, save }: Props) {
  const [where, setWhere] = useState(initial.where);
  const [eventName, setEventName] = useState(initial.eventName);
  return (
    <Form
      send={(fields) => {
        const named = formText(fields, 'eventName');
        return save({ eventName: named, name: formText(fields, 'name') || named, where });
      }}
      button={button}
      done={done}
    >
      <InputField label="Event name" name="eventName" hint="Exactly as your pages or servers send it.">
        {(attributes) => (
          <EventNameInput
            {...attributes}
            defaultValue={initial.eventName}
            required
            maxLength={textLimits.eventName}
            placeholder="signed_up"
            onChange={({ target }) => setEventName(target.value)}
          />
        )}
      </InputField>
      <TextField
        label="Name"
        name="name"
        defaultValue={initial.name}
        maxLength={textLimits.name}
        hint="Shown in journeys. Leave empty to use the event name."
      />
      {where === null ? (
        <button type="button" className="button" onClick={() => setWhere(newComparison)}>
          Add condition
        </button>
      ) : (
        <GroupField label="Condition" name="where">
          <ConditionEvent value={eventName}>
            <ConditionEditor
              name="Event condition"
              path="where"
              value={where}
              onChange={setWhere}
              onRemove={() => setWhere(null)}
            />
          </ConditionEvent>
        </GroupField>
      )}
    </Form>
  );
}
