import { useQuery } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { FilterChoice, useFilters } from '../../components/filters';
import { Computed, Read } from '../../components/read';
import { DataTable } from '../../components/table';
import { formatCount, formatShare } from '../../format/number';
import { MetricTable } from './metric-table';

const dimensions = ['channel', 'device', 'returning'] as const;

interface Props {
  id: string;
  nameOf: (variantId: string) => string;
  titleOf: (metric: string | null) => string;
}

/** The figures by part of the visitors. Exploratory: among many parts, one differs by chance. */
export function Segments({ id, nameOf, titleOf }: Props) {
  const chosen = useFilters().values['by'];
  const by = dimensions.find((one) => one === chosen);
  const query = useQuery({
    queryKey: ['experiments', id, 'results', by],
    queryFn: () => unwrap(api.GET('/api/experiments/{id}/results', { params: { path: { id }, query: { by: by! } } })),
    enabled: by !== undefined,
  });
  return (
    <Section title="By part of the visitors" note={by === undefined ? 'exploratory' : <Computed query={query} />}>
      <div className="filters">
        <FilterChoice label="By" name="by" options={dimensions} />
      </div>
      {by !== undefined && (
        <>
          <p className="notice warn small">
            Exploratory: among several parts one differs by chance. Test what you find here in an experiment of its own.
          </p>
          <Read query={query}>
            {({ breakdown }) =>
              (breakdown as Schemas['Breakdown'] | undefined)?.segments.map((segment) => (
                <Segment key={segment.segment} segment={segment} nameOf={nameOf} titleOf={titleOf} />
              ))
            }
          </Read>
        </>
      )}
    </Section>
  );
}

interface SegmentProps extends Omit<Props, 'id'> {
  segment: Schemas['Breakdown']['segments'][number];
}

function Segment({ segment: { segment, variants, metrics }, nameOf, titleOf }: SegmentProps) {
  return (
    <div className="stack segment">
      <h3>{segment}</h3>
      <DataTable
        caption={`Variants, ${segment}`}
        rows={variants}
        rowKey={({ variantId }) => variantId}
        columns={[
          { title: 'Variant', cell: ({ variantId }) => nameOf(variantId) },
          { title: 'Visitors', numeric: true, cell: ({ exposures }) => formatCount(exposures) },
          { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
          { title: 'Rate', numeric: true, cell: ({ rate }) => formatShare(rate) },
        ]}
      />
      <MetricTable caption={`Metrics, ${segment}`} metrics={metrics} nameOf={nameOf} titleOf={titleOf} />
    </div>
  );
}
