import { api, unwrap } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { Actor } from '../../components/actor';
import { Section } from '../../components/facts';
import { List } from '../../components/list';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';

/** Who did what to the journey, and what it did. */
export function JourneyAudit({ journeyId: id }: { journeyId: string }) {
  const source = useWholeList(['journeys', id, 'audit'], () =>
    unwrap(api.GET('/api/journeys/{id}/audit', { params: { path: { id } } })),
  );
  return (
    <Section title="Audit log" note="the last 200 entries, the newest first">
      <List
        source={source}
        caption="Audit log"
        rowKey={({ timestamp, action, actor, metadata }) =>
          `${timestamp} ${action} ${actor} ${JSON.stringify(metadata)}`
        }
        columns={[
          { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
          { title: 'Action', cell: ({ action }) => action },
          { title: 'By', cell: ({ actor, actorName }) => <Actor id={actor} name={actorName} /> },
          {
            title: 'What',
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
        empty={<EmptyState title="Nothing has happened yet." />}
      />
    </Section>
  );
}
