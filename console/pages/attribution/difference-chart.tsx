import { attributionModels } from '../../../domain/attribution/models';
import { BarChart } from '../../components/chart/bar-chart';
import { formatMoney } from '../../format/number';
import { formatWords } from '../../format/words';
import { formatCredit } from './credit-table';
import { channelsOf, creditOf, type ByModel, type Credited } from './read-attribution';

const compared = attributionModels.filter((model) => model !== 'last_touch');
const series = compared.map((model) => ({ id: model, name: formatWords(model) }));

/** How much more or less credit each channel gets than by its last touch. */
export function DifferenceChart({ models, credited }: { models: ByModel; credited: Credited }) {
  const rows = channelsOf(models).map((channel) => ({
    id: channel,
    name: formatWords(channel),
    values: Object.fromEntries(
      compared.map((model) => [
        model,
        creditOf(models[model], channel, credited) - creditOf(models.last_touch, channel, credited),
      ]),
    ),
  }));
  const isMoney = credited.figure === 'revenue';
  return (
    <BarChart
      title={`Difference from last touch${isMoney ? ` in ${credited.currency}` : ''}`}
      rows={rows}
      series={series}
      format={(value) => formatSigned(value, isMoney ? formatMoney : formatCredit)}
    />
  );
}

/** A difference that rounds to 0 has no sign. */
function formatSigned(value: number, format: (value: number) => string): string {
  const text = format(Math.abs(value));
  return /[1-9]/.test(text) ? `${value > 0 ? '+' : '−'}${text}` : text;
}
