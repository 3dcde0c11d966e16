import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { ConditionEvent } from '../../../components/catalog-input';
import { nowhere } from '../model/edges';
import { newComparison } from '../model/new-step';
import { ConditionEditor } from './condition-editor';
import { CheckInput, DurationInput, EventInput, SelectInput, TextInput } from './fields';

type WaitStep = Extract<JourneyStep, { kind: 'wait' }>;
type Way = 'duration' | 'until' | 'untilTime' | 'untilEvent';

const ways: readonly (readonly [Way, string])[] = [
  ['duration', 'For a duration'],
  ['untilTime', 'Until a time of day'],
  ['until', 'Until a date'],
  ['untilEvent', 'For an event'],
];

const wayOf = (step: WaitStep): Way =>
  step.until !== undefined
    ? 'until'
    : step.untilTime !== undefined
      ? 'untilTime'
      : step.untilEvent !== undefined
        ? 'untilEvent'
        : 'duration';

/** Changes the kind of wait, with default settings. Keeps the connections. */
function changeWay({ id, name, kind, next, untilEvent }: WaitStep, way: Way, now: Date): WaitStep {
  const step = { ...(name === undefined ? {} : { name }), id, kind, next };
  switch (way) {
    case 'duration':
      return { ...step, duration: 'P1D' };
    case 'until':
      return { ...step, until: new Date(now.getTime() + 7 * 86_400_000).toISOString() };
    case 'untilTime':
      return { ...step, untilTime: { time: '09:00', timezone: 'subject' } };
    case 'untilEvent':
      return {
        ...step,
        untilEvent: untilEvent ?? { eventName: '', timeout: 'P3D', timeoutNext: next === '' ? nowhere : next },
      };
  }
}

interface Props {
  step: WaitStep;
  /** The goal event of the journey. */
  goal: string | null;
  onChange: (step: WaitStep) => void;
}

export function WaitFields({ step, goal, onChange }: Props) {
  return (
    <>
      <SelectInput
        label="Wait"
        value={wayOf(step)}
        options={ways}
        onChange={(way) => onChange(changeWay(step, way as Way, new Date()))}
      />
      {step.duration !== undefined && (
        <DurationInput label="For" value={step.duration} onChange={(duration) => onChange({ ...step, duration })} />
      )}
      {step.until !== undefined && (
        <TextInput
          label="Until"
          type="datetime-local"
          value={localOf(step.until)}
          onChange={(text) => text !== '' && onChange({ ...step, until: new Date(text).toISOString() })}
          hint="In your timezone."
        />
      )}
      {step.untilTime !== undefined && <TimeFields {...{ step, goal, onChange }} untilTime={step.untilTime} />}
      {step.untilEvent !== undefined && <EventFields {...{ step, goal, onChange }} untilEvent={step.untilEvent} />}
    </>
  );
}

function localOf(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function TimeFields({ step, onChange, untilTime }: Props & { untilTime: NonNullable<WaitStep['untilTime']> }) {
  const { weekdays, ...everyDay } = untilTime;
  const chosen = new Set(weekdays ?? [1, 2, 3, 4, 5, 6, 7]);
  const choose = (day: number, is: boolean): void => {
    const next = [1, 2, 3, 4, 5, 6, 7].filter((one) => (one === day ? is : chosen.has(one)));
    if (next.length === 0) return;
    onChange({ ...step, untilTime: next.length === 7 ? everyDay : { ...everyDay, weekdays: next } });
  };
  return (
    <>
      <TextInput
        label="Until"
        type="time"
        value={untilTime.time}
        onChange={(time) => time !== '' && onChange({ ...step, untilTime: { ...untilTime, time } })}
      />
      <fieldset className="weekdays">
        <legend>Days</legend>
        {days.map((title, index) => (
          <CheckInput
            key={title}
            label={title}
            value={chosen.has(index + 1)}
            onChange={(is) => choose(index + 1, is)}
          />
        ))}
      </fieldset>
      <TextInput
        label="Timezone"
        value={untilTime.timezone}
        list={['subject', 'UTC', 'Europe/Berlin', 'America/New_York']}
        hint="Enter “subject” to use each person’s timezone."
        onChange={(timezone) => onChange({ ...step, untilTime: { ...untilTime, timezone } })}
      />
    </>
  );
}

function EventFields({
  step,
  goal,
  onChange,
  untilEvent,
}: Props & { untilEvent: NonNullable<WaitStep['untilEvent']> }) {
  const set = (changes: Partial<typeof untilEvent>): void =>
    onChange({ ...step, untilEvent: { ...untilEvent, ...changes } });
  return (
    <>
      <EventInput label="Event" value={untilEvent.eventName} onChange={(eventName) => set({ eventName })} />
      {goal !== null && untilEvent.eventName === goal && (
        <p className="notice warn" role="status">
          This is the goal event of the journey. The goal ends the execution, so this step never continues with the
          event. Wait for another event, or change the goal.
        </p>
      )}
      <DurationInput label="Timeout" value={untilEvent.timeout} onChange={(timeout) => set({ timeout })} />
      {untilEvent.where === undefined ? (
        <button type="button" className="button text" onClick={() => set({ where: newComparison })}>
          Filter events
        </button>
      ) : (
        <ConditionEvent value={untilEvent.eventName}>
          <ConditionEditor
            name="Event filter"
            counts={false}
            value={untilEvent.where}
            onChange={(where) => set({ where })}
            onRemove={() => {
              const { where: _where, ...rest } = untilEvent;
              onChange({ ...step, untilEvent: rest });
            }}
          />
        </ConditionEvent>
      )}
    </>
  );
}
