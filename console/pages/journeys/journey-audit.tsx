import { api, unwrap } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { Actor } from '../../components/actor';
import { Section } from '../../components/facts';
import { List } from '../../components/list';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { formatWords } from '../../format/words';

/** The audit log of the journey. */
export function JourneyAudit({ journeyId: id }: { journeyId: string }) {
  const source = useWholeList(['journeys', id, 'audit'], () =>
    unwrap(api.GET('/api/journeys/{id}/audit', { params: { path: { id } } })),
  );
  return (
    <Section title="Audit log" note="Last 200 entries, newest first">
      <List
        source={source}
        caption="Audit log"
        rowKey={({ timestamp, action, actor, metadata }) =>
          `${timestamp} ${action} ${actor} ${JSON.stringify(metadata)}`
        }
        columns={[
          { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
          { title: 'Action', cell: ({ action }) => <span data-value={action}>{formatWords(action)}</span> },
          { title: 'By', cell: ({ actor, actorName }) => <Actor id={actor} name={actorName} /> },
          {
            title: 'Details',
            wide: true,
            cell: ({ metadata }) => (
              <span className="small break">
                {Object.entries(metadata)
                  .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
                  .join(', ')}
              </span>
            ),
          },
        ]}
        empty={<EmptyState title="No entries yet." />}
      />
    </Section>
  );
}
