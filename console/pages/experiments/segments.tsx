import { useQuery } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { FilterChoice, useFilters } from '../../components/filters';
import { Computed, Read } from '../../components/read';
import { DataTable } from '../../components/table';
import { formatCount, formatShare } from '../../format/number';
import { formatWords } from '../../format/words';
import { MetricTable, type ResultsView } from './metric-table';

const dimensions = ['channel', 'device', 'returning'] as const;

interface Props {
  id: string;
  view: ResultsView;
}

/** Shows results by segment. Exploratory: with many segments, one of them differs by chance. */
export function Segments({ id, view }: Props) {
  const chosen = useFilters().values['by'];
  const by = dimensions.find((one) => one === chosen);
  const query = useQuery({
    queryKey: ['experiments', id, 'results', by],
    queryFn: () => unwrap(api.GET('/api/experiments/{id}/results', { params: { path: { id }, query: { by: by! } } })),
    enabled: by !== undefined,
  });
  return (
    <Section title="Breakdown by segment" note={by === undefined ? 'Exploratory' : <Computed query={query} />}>
      <div className="filters">
        <FilterChoice label="Segment by" name="by" options={dimensions} none="None" />
      </div>
      {by !== undefined && (
        <>
          <p className="notice warn small">
            Exploratory: with several segments, one can differ by chance. Confirm a finding with a new experiment.
          </p>
          <Read query={query}>
            {({ breakdown }) =>
              (breakdown as Schemas['Breakdown'] | undefined)?.segments.map((segment) => (
                <Segment key={segment.segment} segment={segment} view={view} />
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

function Segment({ segment: { segment, variants, metrics }, view }: SegmentProps) {
  const title = formatWords(segment);
  return (
    <div className="stack segment">
      <h3 data-value={segment}>{title}</h3>
      <DataTable
        caption={`Variants: ${title}`}
        rows={variants}
        rowKey={({ variantId }) => variantId}
        columns={[
          { title: 'Variant', cell: ({ variantId }) => view.nameOf(variantId) },
          { title: 'Visitors', numeric: true, cell: ({ exposures }) => formatCount(exposures) },
          { title: 'Conversions', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
          { title: 'Rate', numeric: true, cell: ({ exposures, rate }) => (exposures === 0 ? '–' : formatShare(rate)) },
        ]}
      />
      <MetricTable caption={`Metrics: ${title}`} metrics={metrics} view={view} />
    </div>
  );
}
