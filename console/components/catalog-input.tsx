import { createContext, use, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useAttributeNames, useEventTypes, type EventType } from '../api/event-types';
import { countOf } from '../format/number';
import { Combobox, type Suggestion } from './combobox';

/** Inputs that complete names of events, properties and attributes from what Apex has received. */

type InputProps = Omit<ComponentProps<typeof Combobox>, 'suggestions'>;

/** The name of the event that conditions below are about; null for any event. */
export const ConditionEvent = createContext<string | null>(null);

/** An input for the name of an event. */
export function EventNameInput(input: InputProps) {
  const types = useEventTypes();
  const suggestions = (types ?? []).map(({ type, count30d, lastSeen }): Suggestion => ({
    value: type,
    note: lastSeen === null ? 'Not seen yet' : countOf(count30d, 'in 30 days', 'in 30 days'),
  }));
  const isSeen = (name: string): boolean =>
    types?.some(({ type, lastSeen }) => type === name && lastSeen !== null) ?? true;
  return (
    <HintedInput {...input} suggestions={suggestions} isSeen={isSeen}>
      Not seen yet. Check the spelling, or send the event once.
    </HintedInput>
  );
}

const isOf =
  (event: string | null) =>
  (one: EventType): boolean =>
    event === null || event === '' || one.type === event;

/** Lists the properties of an event; of all events without one. */
function propertiesOf(types: readonly EventType[], event: string | null): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const { properties } of types.filter(isOf(event))) {
    for (const { name, types: kinds, examples } of properties) {
      const note = examples.length > 0 ? examples.slice(0, 2).join(', ') : kinds.join(', ');
      if (!found.has(name)) found.set(name, { value: name, note });
    }
  }
  return [...found.values()];
}

/** An input for the name of a property of an event. */
export function PropertyNameInput({ event, ...input }: InputProps & { event: string | null }) {
  const types = useEventTypes();
  const suggestions = propertiesOf(types ?? [], event);
  const isSeen = (name: string): boolean => types === undefined || isAmong(suggestions, name);
  return (
    <HintedInput {...input} suggestions={suggestions} isSeen={isSeen}>
      Not seen yet in events{event === null || event === '' ? '' : ` of type ${event}`}.
    </HintedInput>
  );
}

/** An input for the name of an attribute of people. */
export function AttributeNameInput(input: InputProps) {
  const names = useAttributeNames();
  return <HintedInput {...input} suggestions={(names ?? []).map((value) => ({ value }))} isSeen={() => true} />;
}

/** An input for the field of a condition: of the person, or of the event in {@link ConditionEvent}. */
export function FieldNameInput(input: InputProps) {
  const [types, attributes] = [useEventTypes(), useAttributeNames()];
  const properties = propertiesOf(types ?? [], use(ConditionEvent));
  const suggestions: Suggestion[] = [
    { value: 'email' },
    { value: 'timezone' },
    ...(attributes ?? []).map((name) => ({ value: `attributes.${name}` })),
    ...properties.map(({ value, note }) => ({ value: `event.data.${value}`, note })),
  ];
  const isSeen = (field: string): boolean =>
    types === undefined ||
    attributes === undefined ||
    !/^(attributes|event\.data)\../.test(field) ||
    isAmong(suggestions, field);
  return (
    <HintedInput {...input} suggestions={suggestions} isSeen={isSeen}>
      Not seen yet. You can use it before the first value arrives.
    </HintedInput>
  );
}

/** Returns whether a name is known, or the start of its dotted path. */
const isAmong = (suggestions: readonly Suggestion[], name: string): boolean =>
  suggestions.some(({ value }) => name === value || name.startsWith(`${value}.`));

interface HintedProps extends ComponentProps<typeof Combobox> {
  isSeen: (value: string) => boolean;
  children?: ReactNode;
}

/** Runs after the key or pointer that is pressed now is released, so that what is clicked does not move. */
function afterRelease(run: () => void): void {
  const waiting = new AbortController();
  for (const released of ['pointerup', 'keyup']) {
    const settle = (): void => {
      waiting.abort();
      setTimeout(run);
    };
    addEventListener(released, settle, { signal: waiting.signal });
  }
}

/** Shows the hint below the input when it has lost the focus with an unknown value. */
function HintedInput({ isSeen, children, onBlur, onInput, ...input }: HintedProps) {
  const [left, setLeft] = useState('');
  const hint = useId();
  const isUnknown = left.trim() !== '' && !isSeen(left.trim());
  const described = [input['aria-describedby'], isUnknown ? hint : undefined].filter((id) => id !== undefined);
  return (
    <>
      <Combobox
        {...input}
        aria-describedby={described.join(' ') || undefined}
        onInput={(event) => {
          setLeft('');
          onInput?.(event);
        }}
        onBlur={(event) => {
          const { value } = event.currentTarget;
          afterRelease(() => setLeft(value));
          onBlur?.(event);
        }}
      />
      {isUnknown && (
        <p className="hint unseen" id={hint}>
          {children}
        </p>
      )}
    </>
  );
}
