import { api, unwrap } from '../../api/client';
import { Section } from '../../components/facts';
import { Read, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatCount, formatShare } from '../../format/number';
import { lossesOf, type Stage } from './losses-of';

/** What consent, the frequency cap and the like keep from people, and what quiet hours put off, which lose nothing. */
export function Losses({ journeyId: id }: { journeyId: string }) {
  const query = useRead(['journeys', id, 'step-stats', null], () =>
    unwrap(api.GET('/api/journeys/{id}/step-stats', { params: { path: { id } } })),
  );
  return (
    <Section title="From reached to sent" note="all send steps, over all versions">
      <Read query={query}>{(stats) => <Funnel stages={lossesOf(stats)} />}</Read>
      <p className="quiet small list-foot">
        Quiet hours lose no message: those that were put off are among the others, or still wait.
      </p>
    </Section>
  );
}

function Funnel({ stages }: { stages: readonly Stage[] }) {
  const reached = stages[0]?.count ?? 0;
  // Those that were put off may all wait still.
  const largest = Math.max(...stages.map(({ count }) => Math.abs(count)));
  if (largest === 0) return <EmptyState title="No send step was reached yet." />;
  return (
    <DataTable
      caption="From reached to sent"
      rows={stages}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Stage', cell: ({ name, isBeside }) => (isBeside === true ? `of these, put off: ${name}` : name) },
        { title: 'Messages', numeric: true, cell: ({ count }) => formatCount(count).replace('-', '−') },
        {
          title: 'Share',
          numeric: true,
          cell: ({ count }) => (Math.abs(count) > reached ? '–' : formatShare(Math.abs(count) / Math.max(1, reached))),
        },
        {
          title: 'Of all',
          wide: true,
          cell: ({ count }) => (
            <svg
              className={`bar ${count < 0 ? 'lost' : ''}`}
              viewBox="0 0 100 6"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect width={(Math.abs(count) * 100) / largest} height="6" />
            </svg>
          ),
        },
        { title: 'Means', wide: true, cell: ({ meaning }) => <span className="small quiet">{meaning}</span> },
      ]}
    />
  );
}
