import { numberLimits } from '../../../domain/number-limits';
import { TextField } from '../../components/form';

/** Edits the percentage of a page's visitors that the experiment includes. */
export function TrafficField({ value, onChange }: { value: number; onChange: (percent: number) => void }) {
  return (
    <TextField
      label="Traffic (%)"
      name="trafficSplit"
      type="number"
      {...numberLimits.percent}
      step="any"
      required
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      hint="The share of the page’s visitors in the experiment."
    />
  );
}
