import { useState } from 'react';
import type { Condition } from '../../../domain/conditions/schemas';
import { textLimits } from '../../../domain/text-limits';
import { Form, GroupField, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { newComparison } from '../journeys/model/new-step';
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
  return (
    <Form
      send={(fields) => {
        const eventName = formText(fields, 'eventName');
        return save({ eventName, name: formText(fields, 'name') || eventName, where });
      }}
      button={button}
      done={done}
    >
      <TextField
        label="Event name"
        name="eventName"
        defaultValue={initial.eventName}
        required
        maxLength={textLimits.eventName}
        placeholder="signed_up"
        hint="Exactly as your pages or servers send it."
      />
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
          <ConditionEditor
            name="Event condition"
            path="where"
            value={where}
            onChange={setWhere}
            onRemove={() => setWhere(null)}
          />
        </GroupField>
      )}
    </Form>
  );
}
