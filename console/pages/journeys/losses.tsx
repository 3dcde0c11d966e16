import { api, unwrap } from '../../api/client';
import { Funnel } from '../../components/chart/funnel';
import { Section } from '../../components/facts';
import { Read, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatCount, formatShare } from '../../format/number';
import { formatWords } from '../../format/words';
import { lossesOf, type Stage } from './losses-of';

/** Shows how many messages were skipped or failed, by reason, and how many quiet hours postponed. */
export function Losses({ journeyId: id }: { journeyId: string }) {
  const query = useRead(['journeys', id, 'step-stats', null], () =>
    unwrap(api.GET('/api/journeys/{id}/step-stats', { params: { path: { id } } })),
  );
  return (
    <Section title="Message delivery" note="All send steps in all versions">
      <Read query={query}>{(stats) => <Delivery stages={lossesOf(stats)} />}</Read>
      <p className="quiet small list-foot">
        A message postponed by quiet hours is also counted as sent, skipped or failed when its step ends.
      </p>
    </Section>
  );
}

function Delivery({ stages }: { stages: readonly Stage[] }) {
  const reached = stages[0]?.count ?? 0;
  // All postponed messages may still be waiting, with none in the other stages.
  const largest = Math.max(...stages.map(({ count }) => Math.abs(count)));
  if (largest === 0) return <EmptyState title="No messages yet." />;
  return (
    <>
      <div className="card">
        <Funnel
          title="Messages reached and sent"
          stages={stages.filter(isWhole).map(({ name, count }) => ({ id: name, name: formatWords(name), count }))}
        />
      </div>
      <div className="list">
        <DataTable
          caption="Message delivery"
          rows={stages}
          rowKey={({ name }) => name}
          columns={[
            {
              title: 'Stage',
              cell: ({ name, isPostponed }) => (
                <span data-value={name}>
                  {isPostponed === true ? `Postponed: ${formatWords(name).toLowerCase()}` : formatWords(name)}
                </span>
              ),
            },
            { title: 'Messages', numeric: true, cell: ({ count }) => formatCount(count).replace('-', '−') },
            {
              title: 'Share',
              numeric: true,
              cell: ({ count }) =>
                Math.abs(count) > reached ? '–' : formatShare(Math.abs(count) / Math.max(1, reached)),
            },
            {
              title: 'Proportion',
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
            { title: 'Meaning', wide: true, cell: ({ meaning }) => <span className="small quiet">{meaning}</span> },
          ]}
        />
      </div>
    </>
  );
}

/** Whether a stage counts all messages that got so far, and not a part of them. */
const isWhole = ({ count, isPostponed }: Stage): boolean => count >= 0 && isPostponed !== true;
