import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import type { PeriodRequest } from '../../components/period-filter';
import { DataTable, type Column } from '../../components/table';
import { formatAmount, formatCount } from '../../format/number';
import { formatReturn } from './costs';
import { formatCredit } from './credit-table';
import { platformName } from './platform-name';

export type Campaign = Schemas['ConnectorMetrics']['campaigns'][number] & { connectorType: string };

async function readCampaigns(query: PeriodRequest): Promise<Campaign[]> {
  const { connectors } = await unwrap(api.GET('/api/metrics', { params: { query } }));
  const all = await Promise.all(
    connectors.map(async ({ connectorType }) => {
      const path = { connectorType };
      const { campaigns } = await unwrap(api.GET('/api/metrics/{connectorType}', { params: { path, query } }));
      return campaigns.map((campaign) => ({ ...campaign, connectorType }));
    }),
  );
  return all.flat().sort((one, other) => other.spend - one.spend);
}

export const useCampaigns = (request: PeriodRequest) =>
  useQuery({
    queryKey: ['metrics', 'campaigns', request],
    queryFn: () => readCampaigns(request),
    placeholderData: keepPreviousData,
  });

/** Spend by campaign, with the conversions and revenue that the platforms report. */
export const Campaigns = ({ rows }: { rows: readonly Campaign[] }) => (
  <DataTable caption="Campaigns" rows={rows} rowKey={keyOf} columns={columns} />
);

const columns: readonly Column<Campaign>[] = [
  {
    title: 'Campaign',
    cell: ({ name, connectorType }) => (
      <>
        <strong className="break">{name}</strong>
        <span className="block quiet small" data-value={connectorType}>
          {platformName(connectorType)}
        </span>
      </>
    ),
  },
  { title: 'Spend', numeric: true, cell: ({ spend, currency }) => formatAmount(spend, currency) },
  { title: 'Clicks', numeric: true, wide: true, cell: ({ clicks }) => formatCount(clicks) },
  { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCredit(conversions) },
  {
    title: 'Cost per conversion',
    numeric: true,
    cell: ({ cpa, currency }) => (cpa === null ? '–' : formatAmount(cpa, currency)),
  },
  { title: 'Revenue', numeric: true, cell: ({ revenue, currency }) => formatAmount(revenue, currency) },
  { title: 'Return', numeric: true, cell: ({ roas }) => formatReturn(roas) },
];

const keyOf = ({ connectorType, name, currency, spend, clicks }: Campaign): string =>
  [connectorType, name, currency, spend, clicks].join(' ');
