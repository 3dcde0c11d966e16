import { attributionModels } from '../../../domain/attribution/models';
import { DataTable, type Column } from '../../components/table';
import { formatAmount } from '../../format/number';
import { formatWords } from '../../format/words';
import { channelsOf, creditOf, type ByModel, type Credited } from './read-attribution';

/** Formats credited conversions, which may be fractions. */
export const formatCredit = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

const formatOf = (credited: Credited): ((value: number) => string) =>
  credited.figure === 'conversions' ? formatCredit : (value) => formatAmount(value, credited.currency);

interface Row {
  channel: string;
  isTotal: boolean;
}

/** The credit of each channel by every model, with the total that all models share. */
export function CreditTable({ models, credited }: { models: ByModel; credited: Credited }) {
  const channels = channelsOf(models);
  const format = formatOf(credited);
  const rows = [...channels.map((channel) => ({ channel, isTotal: false })), { channel: 'total', isTotal: true }];
  const columns: Column<Row>[] = [
    {
      title: 'Channel',
      cell: ({ channel, isTotal }) =>
        isTotal ? <strong>Total</strong> : <span data-value={channel}>{formatWords(channel)}</span>,
    },
    ...attributionModels.map((model) => ({
      title: formatWords(model),
      numeric: true,
      cell: ({ channel, isTotal }: Row) => {
        const counted = isTotal ? channels : [channel];
        const sum = counted.reduce((total, one) => total + creditOf(models[model], one, credited), 0);
        return isTotal ? <strong>{format(sum)}</strong> : format(sum);
      },
    })),
  ];
  return <DataTable caption="Credit by model" rows={rows} rowKey={({ channel }) => channel} columns={columns} />;
}
