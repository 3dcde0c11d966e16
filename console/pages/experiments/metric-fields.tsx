import { useId } from 'react';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { GroupField } from '../../components/form';
import { EventInput, SelectInput } from '../journeys/panel/fields';
import { emptyMetric, type MetricDraft } from './draft';

interface Props {
  label: string;
  /** Path of the metric in the request body. */
  name: string;
  value: MetricDraft;
  onChange: (value: MetricDraft) => void;
  onRemove?: (() => void) | undefined;
  conversions: readonly { id: string; name: string }[];
  guardrail?: boolean;
}

const anEvent = '';

const measures = [
  ['conversion', 'Conversion rate'],
  ['count', 'Count per visitor'],
  ['revenue', 'Revenue per visitor'],
  ['ratio', 'Ratio to another metric'],
] as const;

const numerators = [
  ['', 'Default'],
  ['count', 'Count'],
  ['revenue', 'Revenue'],
] as const;

/** Edits a metric: the event or conversion, and how it is measured. */
export function MetricFields({ label, name, value, onChange, onRemove, conversions, guardrail = false }: Props) {
  const set = (change: Partial<MetricDraft>): void => onChange({ ...value, ...change });
  const isConversion = conversions.some(({ id }) => id === value.metric);
  return (
    <GroupField label={label} name={name}>
      <SelectInput
        label="Metric"
        value={isConversion ? value.metric : anEvent}
        options={[...conversions.map(({ id, name: title }) => [id, title] as const), [anEvent, 'An event, by name']]}
        onChange={(metric) => set({ metric })}
      />
      {!isConversion && <EventInput label="Event" value={value.metric} onChange={(metric) => set({ metric })} />}
      <div className="field-pair">
        <SelectInput
          label="Measure"
          value={value.measure}
          options={measures}
          onChange={(measure) => set({ measure: measure as MetricDraft['measure'] })}
        />
        <SelectInput
          label="Better when"
          value={value.direction}
          options={[
            ['up', 'Higher'],
            ['down', 'Lower'],
          ]}
          onChange={(direction) => set({ direction: direction as MetricDraft['direction'] })}
        />
      </div>
      <Details value={value} set={set} guardrail={guardrail} />
      {onRemove !== undefined && (
        <button type="button" className="button text bad" onClick={onRemove}>
          Remove metric
        </button>
      )}
    </GroupField>
  );
}

interface DetailProps {
  value: MetricDraft;
  set: (change: Partial<MetricDraft>) => void;
  guardrail: boolean;
}

function Details({ value, set, guardrail }: DetailProps) {
  return (
    <div className="field-row">
      {value.measure === 'ratio' && (
        <EventInput
          label="Denominator"
          value={value.denominator}
          hint="An event name or a conversion ID."
          onChange={(denominator) => set({ denominator })}
        />
      )}
      {value.measure === 'ratio' && (
        <SelectInput
          label="Numerator"
          value={value.numerator ?? ''}
          options={numerators}
          onChange={(numerator) => set({ numerator: numerator as MetricDraft['numerator'] })}
        />
      )}
      {value.measure !== 'conversion' && (
        <NumberText
          label="Cap per visitor"
          hint="Limits the influence of very large values. Leave empty for no cap."
          value={value.cap}
          {...numberLimits.metricCap}
          step="any"
          onChange={(cap) => set({ cap })}
        />
      )}
      <NumberText
        label="Days after exposure"
        hint="Leave empty for no limit."
        value={value.windowDays}
        {...numberLimits.metricWindowDays}
        onChange={(windowDays) => set({ windowDays })}
      />
      {guardrail && (
        <NumberText
          label="Margin (%)"
          hint="The largest acceptable loss. To ship, the results must rule out a larger one. Leave empty to check only for harm."
          value={value.marginPercent}
          {...inPercent(numberLimits.guardrailMargin)}
          step="any"
          onChange={(marginPercent) => set({ marginPercent })}
        />
      )}
    </div>
  );
}

interface NumberProps {
  label: string;
  hint: string;
  value: string;
  min: number;
  max: number;
  step?: number | 'any';
  onChange: (value: string) => void;
}

/** An optional number. */
export function NumberText({ label, hint, value, min, max, step = 1, onChange }: NumberProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        min={min}
        max={max}
        step={step}
        value={value}
        type="number"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

interface ListProps {
  title: string;
  name: 'secondaryMetrics' | 'guardrailMetrics';
  values: readonly MetricDraft[];
  onChange: (values: MetricDraft[]) => void;
  conversions: Props['conversions'];
}

export function MetricList({ title, name, values, onChange, conversions }: ListProps) {
  return (
    <>
      {values.map((value, index) => (
        <MetricFields
          key={index}
          value={value}
          conversions={conversions}
          label={`${title} ${index + 1}`}
          name={`${name}.${index}`}
          guardrail={name === 'guardrailMetrics'}
          onChange={(next) => onChange(values.map((one, place) => (place === index ? next : one)))}
          onRemove={() => onChange(values.filter((_one, place) => place !== index))}
        />
      ))}
      <button type="button" className="button" onClick={() => onChange([...values, emptyMetric])}>
        Add {title.toLowerCase()}
      </button>
    </>
  );
}
