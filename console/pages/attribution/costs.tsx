import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatAmount } from '../../format/number';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { formatCredit } from './credit-table';
import { platformName } from './platform-name';
import type { Attribution } from './read-attribution';

/** A return on spend as a multiple: `3.2×`. */
export const formatReturn = (roas: number | null): string =>
  roas === null ? '–' : `${roas.toLocaleString('en', { maximumFractionDigits: 2 })}×`;

/** Spend by channel, compared with the credit of one model. */
export function Costs({ of: { costs } }: { of: Attribution }) {
  return (
    <DataTable
      caption="Spend by channel"
      rows={costs}
      rowKey={({ channel, currency }) => `${channel} ${currency}`}
      columns={[
        {
          title: 'Channel',
          cell: ({ channel, connectors }) => (
            <>
              <strong data-value={channel}>{formatWords(channel)}</strong>
              <span className="block quiet small">{connectors.map(platformName).join(', ')}</span>
            </>
          ),
        },
        { title: 'Spend', numeric: true, cell: ({ spend, currency }) => formatAmount(spend, currency) },
        { title: 'Conversions', numeric: true, cell: (row) => formatCredit(row.creditedConversions) },
        {
          title: 'Cost per conversion',
          numeric: true,
          cell: ({ cpa, currency }) => (cpa === null ? '–' : formatAmount(cpa, currency)),
        },
        { title: 'Revenue', numeric: true, cell: ({ revenue, currency }) => formatAmount(revenue, currency) },
        { title: 'Return', numeric: true, cell: ({ roas }) => formatReturn(roas) },
      ]}
    />
  );
}

export function NoSpend() {
  const mayConnect = useMay('connections.read');
  return (
    <EmptyState
      title="No ad spend in this period."
      action={
        mayConnect && (
          <Link className="button" to="/connections">
            Open connections
          </Link>
        )
      }
    >
      Connect an ad account, or import a CSV file with spend by campaign.
    </EmptyState>
  );
}
