import { Link } from '@tanstack/react-router';
import { numberLimits } from '../../../../domain/number-limits';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import { describeCondition } from '../../../format/condition';
import type { JourneyParts } from '../use-journey-parts';
import { CheckInput, NumberInput, SelectInput, TextInput } from './fields';
import { NewAudience, NewTrigger } from './new-part';

interface Props {
  definition: JourneyDefinition;
  parts: JourneyParts;
  problems: readonly { path: string; message: string }[];
  onChange: (changes: Partial<JourneyDefinition>, about: string) => void;
}

/** Who enters, how often, whom it is kept from, and what it is for. */
export function SettingsPanel({ definition, parts, problems, onChange }: Props) {
  const audience = parts.audiences?.find(({ id }) => id === definition.audienceId);
  const at = (name: string): string | undefined => problems.find(({ path }) => path === name)?.message;
  return (
    <>
      <h2>Start</h2>
      <TriggerFields {...{ definition, parts, onChange }} problem={at('triggerContractId')} />
      <SelectInput
        label="Audience"
        value={definition.audienceId ?? ''}
        problem={at('audienceId')}
        options={[['', 'all people'], ...(parts.audiences ?? []).map(({ id, name }) => [id, name] as const)]}
        onChange={(id) => onChange({ audienceId: id === '' ? null : id }, 'audienceId')}
        hint={
          audience === undefined ? undefined : (
            <>
              {describeCondition(audience.condition)}. <Link to={`/audiences/${audience.id}`}>Open</Link>
            </>
          )
        }
      />
      <NewAudience onCreated={(id) => onChange({ audienceId: id }, 'audienceId')} />
      <SelectInput
        label="Re-entry"
        value={definition.reentry}
        options={[
          ['once', 'once: each person a single time'],
          ['after_exit', 'after_exit: again, once they are through'],
          ['always', 'always: at each event'],
        ]}
        onChange={(reentry) => onChange({ reentry: reentry as JourneyDefinition['reentry'] }, 'reentry')}
      />
      <NumberInput
        label="Holdout, in percent"
        value={definition.holdoutPercent}
        {...numberLimits.percent}
        onChange={(holdoutPercent) => onChange({ holdoutPercent }, 'holdoutPercent')}
        hint="So many get nothing, and show what would have happened without the journey."
      />
      <GoalFields {...{ definition, onChange }} />
    </>
  );
}

function TriggerFields({
  definition,
  parts,
  onChange,
  problem,
}: Omit<Props, 'problems'> & { problem: string | undefined }) {
  const trigger = parts.triggers?.find(({ id }) => id === definition.triggerContractId);
  return (
    <>
      <SelectInput
        label="Trigger"
        value={definition.triggerContractId ?? ''}
        problem={problem}
        options={[
          ['', 'none: it is started by hand'],
          ...(parts.triggers ?? []).map(
            ({ id, name, eventName }) => [id, name === eventName ? eventName : `${name} (${eventName})`] as const,
          ),
        ]}
        onChange={(id) => onChange({ triggerContractId: id === '' ? null : id }, 'triggerContractId')}
        hint={
          trigger === undefined
            ? undefined
            : `Starts at each ${trigger.eventName}${trigger.where === null ? '' : ` where ${describeCondition(trigger.where)}`}.`
        }
      />
      <NewTrigger onCreated={(id) => onChange({ triggerContractId: id }, 'triggerContractId')} />
    </>
  );
}

function GoalFields({ definition, onChange }: Pick<Props, 'definition' | 'onChange'>) {
  const { goalEventName, goalEventWindowDays } = definition;
  return (
    <>
      <CheckInput
        label="Has a goal"
        value={goalEventName !== null}
        onChange={(is) => onChange({ goalEventName: is ? 'purchase' : null }, 'goal')}
      />
      {goalEventName !== null && (
        <>
          <TextInput
            label="Goal event"
            value={goalEventName}
            onChange={(name) => onChange({ goalEventName: name }, 'goalEventName')}
            hint="A person who triggers it has reached the goal."
          />
          <NumberInput
            label="Counts within days"
            value={goalEventWindowDays}
            {...numberLimits.goalEventWindowDays}
            onChange={(days) => onChange({ goalEventWindowDays: days }, 'goalEventWindowDays')}
          />
        </>
      )}
    </>
  );
}
