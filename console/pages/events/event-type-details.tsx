import { Link } from '@tanstack/react-router';
import type { EventType } from '../../api/event-types';
import { TimeChart } from '../../components/chart/time-chart';
import { Facts, Section } from '../../components/facts';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import { DataTable, type Column } from '../../components/table';
import { formatCount } from '../../format/number';
import { formatWords } from '../../format/words';

/** Volume by day, properties and users of an event type. */
export function EventTypeDetails({ of }: { of: EventType }) {
  const { type, count30d, firstSeen, lastSeen, days, properties, hasMoreProperties } = of;
  return (
    <>
      <Facts
        of={[
          ['Last 30 days', formatCount(count30d)],
          ['First seen', <Ago key="first" at={firstSeen} />],
          ['Last seen', <Ago key="last" at={lastSeen} />],
        ]}
      />
      <Section title="Volume">
        <TimeChart
          title={`${type} by day`}
          days={days.map(({ day }) => day)}
          series={[{ id: 'events', name: 'Events', kind: 'bar', values: days.map(({ count }) => count) }]}
          unit="events"
          height={160}
        />
      </Section>
      <Section title="Properties" note="From samples">
        {properties.length === 0 ? (
          <EmptyState title="No properties seen." />
        ) : (
          <DataTable caption="Properties" rows={properties} rowKey={({ name }) => name} columns={propertyColumns} />
        )}
        {hasMoreProperties && <p className="quiet small">Properties beyond the first 50 are left out.</p>}
      </Section>
      <Section title="Used by">
        <Users of={of} />
      </Section>
      <p className="button-row">
        <Link to={'/events'} search={{ type }} className="button">
          View live events
        </Link>
      </p>
    </>
  );
}

const propertyColumns: readonly Column<EventType['properties'][number]>[] = [
  { title: 'Name', cell: ({ name }) => <span className="mono break">{name}</span> },
  { title: 'Type', cell: ({ types }) => types.map(formatWords).join(', ') },
  {
    title: 'Examples',
    cell: ({ examples }) =>
      examples.length === 0 ? (
        <span className="quiet">None that several people share</span>
      ) : (
        <span className="break">{examples.join(', ')}</span>
      ),
  },
];

type User = EventType['usedBy'][number];

const pathOf = ({ kind, id }: User): string => `/${kind}s/${id}`;

/** Links to what uses an event type. @param props.most the number of links; the others are counted */
export function Users({ of: { type, usedBy }, most = Infinity }: { of: EventType; most?: number }) {
  if (usedBy.length === 0) {
    return <span className="quiet">{type === 'experiment_exposure' ? 'Every experiment' : 'Nothing'}</span>;
  }
  return (
    <ul className="event-users">
      {usedBy.slice(0, most).map((user) => (
        <li key={`${user.kind} ${user.id}`}>
          <RowLink to={pathOf(user)}>{user.name}</RowLink>{' '}
          <span className="quiet small" data-value={user.kind}>
            {formatWords(user.kind)}
          </span>
        </li>
      ))}
      {usedBy.length > most && <li className="quiet small">and {usedBy.length - most} more</li>}
    </ul>
  );
}
