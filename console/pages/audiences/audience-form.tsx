import { useState } from 'react';
import type { Condition } from '../../../domain/conditions/schemas';
import { textLimits } from '../../../domain/text-limits';
import { Form, GroupField, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { ConditionEditor } from '../journeys/panel/condition-editor';
import { newComparison } from '../journeys/panel/condition-value';
import { MatchCount } from '../journeys/panel/match-count';

export interface AudienceDraft {
  name: string;
  condition: Condition;
}

export const emptyAudience: AudienceDraft = {
  name: '',
  condition: newComparison,
};

interface Props {
  initial: AudienceDraft;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (audience: AudienceDraft) => Promise<unknown>;
}

/** Edits an audience and shows how many people match it now. */
export function AudienceForm({ initial, button, done, save }: Props) {
  const [condition, setCondition] = useState(initial.condition);
  return (
    <Form send={(fields) => save({ name: formText(fields, 'name'), condition })} button={button} done={done}>
      <TextField label="Name" name="name" defaultValue={initial.name} required maxLength={textLimits.name} />
      <GroupField label="Condition" name="condition">
        <ConditionEditor name="Audience condition" path="condition" value={condition} onChange={setCondition} />
        <MatchCount condition={condition} />
      </GroupField>
    </Form>
  );
}
