import { ConditionEvent } from '../../../components/catalog-input';
import { formatDuration } from '../../../format/duration';
import { formatInstant } from '../../../format/time';
import { nowhere } from '../model/edges';
import { ConditionEditor } from '../panel/condition-editor';
import { newComparison } from '../panel/condition-value';
import { CheckInput, DurationInput, EventInput, SelectInput, TextInput } from '../panel/fields';
import type { FieldsProps, MetStep, StepKindDefinition, StepOf } from './step-kind';

type WaitStep = StepOf<'wait'>;
type Way = 'duration' | 'until' | 'untilTime' | 'untilEvent';

export const wait: StepKindDefinition<'wait'> = {
  kind: 'wait',
  title: 'Wait',
  purpose: 'Duration, time of day or event',
  icon: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12M8 4.500V8l2.500 1.500',
  tone: 'warn',
  create: (id) => ({ id, kind: 'wait', duration: 'P1D', next: nowhere }),
  describe: describeWait,
  describeMet: describeMetWait,
  Fields: WaitFields,
};

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function describeWait({ duration, until, untilTime, untilEvent }: WaitStep): string {
  if (duration !== undefined) return `Waits ${formatDuration(duration)}`;
  if (until !== undefined) return `Waits until ${until.slice(0, 16).replace('T', ' ')}`;
  if (untilEvent !== undefined) {
    return `Waits for ${untilEvent.eventName}, timeout ${formatDuration(untilEvent.timeout)}`;
  }
  if (untilTime === undefined) return 'Waits';
  const on = untilTime.weekdays?.map((day) => days[day - 1]).join(', ');
  return `Waits until ${untilTime.time}${on === undefined ? '' : ` on ${on}`}`;
}

function describeMetWait({ leftAt, resumesAt, awaitsEvent, eventReceived }: MetStep): string {
  const until = resumesAt === null ? '' : formatInstant(resumesAt);
  if (awaitsEvent === null) return leftAt === null ? `Waits until ${until}` : 'Waited';
  if (eventReceived) return `Received ${awaitsEvent}`;
  return leftAt === null ? `Waits for ${awaitsEvent} until ${until}` : `Timed out waiting for ${awaitsEvent}`;
}

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

type Props = Pick<FieldsProps<'wait'>, 'step' | 'goal' | 'onChange'>;

function WaitFields({ step, goal, onChange }: Props) {
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
