import { Link } from '@tanstack/react-router';
import { numberLimits } from '../../../../domain/number-limits';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import { describeCondition } from '../../../format/condition';
import type { JourneyParts } from '../use-journey-parts';
import { CheckInput, EventInput, NumberInput, SelectInput } from './fields';
import { NewAudience, NewTrigger } from './new-part';

interface Props {
  definition: JourneyDefinition;
  parts: JourneyParts;
  problems: readonly { path: string; message: string }[];
  onChange: (changes: Partial<JourneyDefinition>, about: string) => void;
}

/** The settings of the journey: trigger, audience, re-entry, holdout and goal. */
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
        options={[['', 'Everyone'], ...(parts.audiences ?? []).map(({ id, name }) => [id, name] as const)]}
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
          ['once', 'Once per person'],
          ['after_exit', 'Again after exit'],
          ['always', 'On every event'],
        ]}
        onChange={(reentry) => onChange({ reentry: reentry as JourneyDefinition['reentry'] }, 'reentry')}
      />
      <NumberInput
        label="Holdout (%)"
        value={definition.holdoutPercent}
        {...numberLimits.percent}
        onChange={(holdoutPercent) => onChange({ holdoutPercent }, 'holdoutPercent')}
        hint="This share of people gets no messages: the control group."
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
          ['', 'None (manual start)'],
          ...(parts.triggers ?? []).map(
            ({ id, name, eventName }) => [id, name === eventName ? eventName : `${name} (${eventName})`] as const,
          ),
        ]}
        onChange={(id) => onChange({ triggerContractId: id === '' ? null : id }, 'triggerContractId')}
        hint={
          trigger === undefined
            ? undefined
            : `Starts on every ${trigger.eventName} event${trigger.where === null ? '' : ` if ${describeCondition(trigger.where)}`}.`
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
        label="Set a goal"
        value={goalEventName !== null}
        onChange={(is) => onChange({ goalEventName: is ? '' : null }, 'goal')}
      />
      {goalEventName !== null && (
        <>
          <EventInput
            label="Goal event"
            value={goalEventName}
            onChange={(name) => onChange({ goalEventName: name }, 'goalEventName')}
            hint="People with this event have reached the goal."
          />
          <NumberInput
            label="Goal window (days)"
            value={goalEventWindowDays}
            {...numberLimits.goalEventWindowDays}
            onChange={(days) => onChange({ goalEventWindowDays: days }, 'goalEventWindowDays')}
          />
        </>
      )}
    </>
  );
}
