import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EventType } from '../../api/event-types';
import { api, unwrap } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { Sparkline } from '../../components/chart/sparkline';
import { Dialog } from '../../components/dialog';
import { FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { countOf, formatCount } from '../../format/number';
import { EventTypeDetails, Users } from './event-type-details';
import { EventsViews } from './events-views';

/** The types of the list are limited: the ones seen last. */
const maxTypes = 500;

/** Event types with their volume, properties and users. */
export function CatalogPage() {
  const { values, set } = useFilters();
  const source = useWholeList(['event-types'], () => unwrap(api.GET('/api/event-types')));
  const { q = '', type: openType } = values;
  const rows = useMemo(
    () => source.rows?.filter(({ type }) => type.toLowerCase().includes(q.toLowerCase())),
    [source.rows, q],
  );
  const columns = useMemo(() => columnsWith((type) => set('type', type)), [set]);
  const opened = source.rows?.find(({ type }) => type === openType);
  return (
    <Page
      title="Event catalog"
      intro="What Apex has received, and what uses it. New events appear within about a minute."
    >
      <EventsViews />
      <div className="filters">
        <FilterText label="Type" name="q" />
      </div>
      <List
        source={{ ...source, rows }}
        caption="Event types"
        columns={columns}
        rowKey={({ type }) => type}
        filtered={q !== ''}
        empty={
          <EmptyState
            title="No event types yet."
            action={
              <Link to={'/install'} className="button primary">
                Install the snippet
              </Link>
            }
          >
            A type appears here about a minute after its first event.
          </EmptyState>
        }
      />
      {(source.rows?.length ?? 0) >= maxTypes && (
        <p className="quiet small">Only the {formatCount(maxTypes)} types that were seen last are listed.</p>
      )}
      <Dialog
        open={opened !== undefined}
        onOpenChange={(open) => !open && set('type', '')}
        title={opened?.type ?? ''}
        className="wide"
      >
        {opened !== undefined && <EventTypeDetails of={opened} />}
      </Dialog>
    </Page>
  );
}

const columnsWith = (open: (type: string) => void): readonly Column<EventType>[] => [
  {
    title: 'Type',
    cell: ({ type }) => (
      <button type="button" className="button text mono event-type" onClick={() => open(type)}>
        {type}
      </button>
    ),
  },
  {
    title: 'Last 30 days',
    cell: ({ type, days, count30d }) => (
      <span className="event-volume">
        <Sparkline
          label={`${type}: ${countOf(count30d, 'event', 'events')} in 30 days`}
          values={days.map(({ count }) => count)}
        />
        {formatCount(count30d)}
      </span>
    ),
  },
  {
    title: 'Properties',
    numeric: true,
    cell: ({ properties, hasMoreProperties }) => `${properties.length}${hasMoreProperties ? ' or more' : ''}`,
  },
  { title: 'First seen', wide: true, cell: ({ firstSeen }) => <Ago at={firstSeen} /> },
  { title: 'Last seen', cell: ({ lastSeen }) => <Ago at={lastSeen} never="Not seen yet" /> },
  { title: 'Used by', cell: (type) => <Users of={type} most={3} /> },
];
