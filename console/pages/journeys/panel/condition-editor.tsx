import { numberLimits } from '../../../../domain/number-limits';
import type { Comparison, Condition, EventCount } from '../../../../domain/conditions/schemas';
import { ConditionEvent } from '../../../components/catalog-input';
import { useProblemOf } from '../../../components/form';
import { newComparison } from './condition-value';
import { ComparisonFields } from './comparison-fields';
import './condition.css';
import { DurationInput, EventInput, NumberInput, SelectInput } from './fields';

interface Props {
  value: Condition;
  onChange: (condition: Condition) => void;
  /** The accessible name of the condition. */
  name: string;
  /** Set if the condition can be removed. */
  onRemove?: (() => void) | undefined;
  /** Whether the condition may count events. */
  counts?: boolean;
  depth?: number;
  /** The path in the request, to show problems from the API. */
  path?: string | undefined;
}

type Form = 'comparison' | 'all' | 'any' | 'not' | 'event';

const formOf = (condition: Condition): Form => {
  if ('all' in condition) return 'all';
  if ('any' in condition) return 'any';
  if ('not' in condition) return 'not';
  return 'event' in condition ? 'event' : 'comparison';
};

const forms: readonly (readonly [Form, string])[] = [
  ['comparison', 'A field matches'],
  ['event', 'The person did something'],
  ['all', 'All of these match'],
  ['any', 'Any of these match'],
  ['not', 'This does not match'],
];

/** Converts a condition to another form and keeps the parts that fit. */
function changeForm(condition: Condition, form: Form): Condition {
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition];
  switch (form) {
    case 'all':
      return { all: parts };
    case 'any':
      return { any: parts };
    case 'not':
      return { not: condition };
    case 'event':
      return { event: '', within: 'P30D', atLeast: 1 };
    case 'comparison':
      return parts.find((part): part is Comparison => 'field' in part) ?? newComparison;
  }
}

const deepest = 4;

/** Edits a condition of any form. */
export function ConditionEditor({ value, onChange, name, onRemove, counts = true, depth = 0, path }: Props) {
  const form = formOf(value);
  // The enclosing field shows problems of the whole condition.
  const problem = useProblemOf(depth > 0 ? path : undefined);
  const offered = forms.filter(
    ([one]) => one === form || ((counts || one !== 'event') && (depth < deepest || one === 'comparison')),
  );
  return (
    <fieldset className="condition" name={path}>
      <legend className="visually-hidden">{name}</legend>
      <div className="condition-head">
        <SelectInput
          label="Matches if"
          value={form}
          options={offered}
          onChange={(next) => onChange(changeForm(value, next as Form))}
        />
        {onRemove !== undefined && (
          <button type="button" className="button text bad" onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </button>
        )}
      </div>
      <Body {...{ value, onChange, name, counts, depth, path }} />
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

const below = (path: string | undefined, part: string): string | undefined => path && `${path}.${part}`;

function Body({ value, onChange, name, counts = true, depth = 0, path }: Props) {
  if ('all' in value) {
    return (
      <Parts
        {...{ name, counts, depth }}
        path={below(path, 'all')}
        parts={value.all}
        onChange={(all) => onChange({ all })}
      />
    );
  }
  if ('any' in value) {
    return (
      <Parts
        {...{ name, counts, depth }}
        path={below(path, 'any')}
        parts={value.any}
        onChange={(any) => onChange({ any })}
      />
    );
  }
  if ('not' in value) {
    return (
      <ConditionEditor
        {...{ counts, depth: depth + 1 }}
        name={`${name}, must not match`}
        path={below(path, 'not')}
        value={value.not}
        onChange={(not) => onChange({ not })}
      />
    );
  }
  if ('event' in value) return <EventFields {...{ value, onChange, name, path }} />;
  return <ComparisonFields value={value} onChange={onChange} />;
}

interface PartsProps {
  parts: readonly Condition[];
  onChange: (parts: Condition[]) => void;
  name: string;
  counts: boolean;
  depth: number;
  path: string | undefined;
}

function Parts({ parts, onChange, name, counts, depth, path }: PartsProps) {
  return (
    <div className="condition-parts">
      {parts.map((part, index) => (
        <ConditionEditor
          key={index}
          {...{ counts, depth: depth + 1 }}
          name={`${name}, part ${index + 1}`}
          path={below(path, String(index))}
          value={part}
          onChange={(next) => onChange(parts.map((one, place) => (place === index ? next : one)))}
          onRemove={() => onChange(parts.filter((_one, place) => place !== index))}
        />
      ))}
      <button type="button" className="button" onClick={() => onChange([...parts, newComparison])}>
        Add condition
      </button>
    </div>
  );
}

interface EventProps {
  value: EventCount;
  onChange: (next: Condition) => void;
  name: string;
  path: string | undefined;
}

function EventFields({ value, onChange, name, path }: EventProps) {
  return (
    <>
      <EventInput label="Event" value={value.event} onChange={(event) => onChange({ ...value, event })} />
      <NumberInput
        label="Minimum count"
        value={value.atLeast}
        {...numberLimits.eventCount}
        onChange={(atLeast) => onChange({ ...value, atLeast })}
      />
      <DurationInput
        label="Within the last"
        value={value.within}
        onChange={(within) => onChange({ ...value, within })}
      />
      {value.where === undefined ? (
        <button type="button" className="button text" onClick={() => onChange({ ...value, where: newComparison })}>
          Filter events
        </button>
      ) : (
        <ConditionEvent value={value.event}>
          <ConditionEditor
            name={`${name}, of the event`}
            path={below(path, 'where')}
            counts={false}
            value={value.where}
            onChange={(where) => onChange({ ...value, where })}
            onRemove={() => {
              const { where: _where, ...rest } = value;
              onChange(rest);
            }}
          />
        </ConditionEvent>
      )}
    </>
  );
}
