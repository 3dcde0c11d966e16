import { numberLimits } from '../../../domain/number-limits';
import { TextField } from '../../components/form';

/** The share of a page's visitors that take part, in percent. */
export function TrafficField({ value, onChange }: { value: number; onChange: (percent: number) => void }) {
  return (
    <TextField
      label="Visitors that take part, percent"
      name="trafficSplit"
      type="number"
      {...numberLimits.percent}
      step="any"
      required
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}
