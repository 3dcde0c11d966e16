import { Link } from '@tanstack/react-router';
import { periodSearch } from '../../components/period-filter';
import { ShareBar } from '../../components/share-bar';
import { EmptyState } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatCount } from '../../format/number';
import { formatWords } from '../../format/words';
import type { Summary } from './figures';

/** The channels with the most visitors, and their share of all visitors. */
export function Channels({ of: { topChannels, visitors } }: { of: Summary }) {
  if (topChannels.length === 0) {
    return <EmptyState title="No visits in this period.">Choose a longer period above.</EmptyState>;
  }
  return (
    <DataTable
      caption="Channels"
      rows={topChannels}
      rowKey={({ channel }) => channel}
      columns={[
        { title: 'Channel', cell: ({ channel }) => <Channel name={channel} /> },
        { title: 'Visitors', numeric: true, cell: (row) => formatCount(row.visitors) },
        { title: 'Share', numeric: true, cell: (row) => <ShareBar share={row.visitors / visitors} /> },
        { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
      ]}
    />
  );
}

const Channel = ({ name }: { name: string }) => (
  <Link to="/attribution" search={periodSearch} data-value={name}>
    {formatWords(name)}
  </Link>
);
