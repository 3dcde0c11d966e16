import { Link } from '@tanstack/react-router';
import { memo, useCallback, useId, useState, type KeyboardEvent } from 'react';
import type { LiveEvent } from '../../../domain/live-events/schemas';
import { EventNameInput } from '../../components/catalog-input';
import { FilterText, useFilters } from '../../components/filters';
import { Page } from '../../components/page';
import { EmptyState, Loading } from '../../components/states';
import { useSettled } from '../../components/use-settled';
import { countOf } from '../../format/number';
import { EventDetails } from './event-details';
import { EventsViews } from './events-views';
import { maxEvents } from './merge-events';
import { OutcomeTags } from './outcome';
import { useLiveEvents } from './use-live-events';

/** Events as they arrive, newest first, with what each of them did. */
export function EventsPage() {
  const { values } = useFilters();
  const [isPaused, setPaused] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const { type, visitorId, person } = values;
  const filter = useSettled(JSON.stringify({ type, visitorId, person }), 300);
  // New events would move an open one away.
  const isStopped = isPaused || openId !== null;
  const { events, waiting, skipped, isConnected } = useLiveEvents(JSON.parse(filter), isStopped);
  const toggle = useCallback((id: string) => setOpenId((open) => (open === id ? null : id)), []);
  const isFiltered = [type, visitorId, person].some((value) => value !== undefined);
  return (
    <Page
      title="Live events"
      badge={<StreamState {...{ isStopped, isConnected }} isLoading={events === undefined} />}
      actions={
        <button
          type="button"
          className={`button${isStopped ? ' primary' : ''}`}
          onClick={() => {
            setPaused(!isStopped);
            setOpenId(null);
          }}
        >
          {isStopped ? 'Resume' : 'Pause'}
        </button>
      }
    >
      <EventsViews />
      <div className="filters">
        <TypeFilter />
        <FilterText label="Visitor ID" name="visitorId" />
        <FilterText label="Person" name="person" />
      </div>
      <p className="live-note quiet small">
        {isStopped &&
          waiting > 0 &&
          `${waiting >= maxEvents ? 'At least ' : ''}${countOf(waiting, 'new event', 'new events')}. `}
        {skipped > 0 &&
          `${countOf(skipped, 'event was', 'events were')} left out, because more than 100 a second arrived.`}
      </p>
      {events === undefined ? (
        <Loading what="Connecting" />
      ) : events.length === 0 ? (
        <NoEvents isFiltered={isFiltered} />
      ) : (
        <EventList {...{ events, openId, toggle }} />
      )}
    </Page>
  );
}

function StreamState({
  isStopped,
  isConnected,
  isLoading,
}: {
  isStopped: boolean;
  isConnected: boolean;
  isLoading: boolean;
}) {
  const [tone, words] = isStopped
    ? ['warn', 'Paused']
    : isConnected
      ? ['good live-on', 'Live']
      : ['plain', isLoading ? 'Connecting' : 'Reconnecting'];
  return (
    <span role="status">
      <span className={`status ${tone}`}>{words}</span>
    </span>
  );
}

function TypeFilter() {
  const id = useId();
  const { values, set } = useFilters();
  return (
    <div className="filter">
      <label htmlFor={id}>Type</label>
      <div>
        <EventNameInput
          id={id}
          defaultValue={values['type'] ?? ''}
          onChange={({ target }) => set('type', target.value.trim())}
        />
      </div>
    </div>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No events match.">
        Matching events appear here as they arrive. You can also change the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No events yet."
      action={
        <Link to={'/install'} className="button primary">
          Install the snippet
        </Link>
      }
    >
      Events appear here within a second. Add the snippet to your pages, or send events from your server.
    </EmptyState>
  );
}

interface ListProps {
  events: readonly LiveEvent[];
  openId: string | null;
  toggle: (id: string) => void;
}

function EventList({ events, openId, toggle }: ListProps) {
  return (
    <>
      <div className="live-head" aria-hidden="true">
        <span>Time</span>
        <span>Type</span>
        <span>Person or visitor</span>
        <span>Page</span>
        <span>Outcome</span>
      </div>
      <ol className="live-list" aria-label="Events, newest first" onKeyDown={moveFocus}>
        {events.map((one) => (
          <EventRow key={one.event.id} of={one} isOpen={openId === one.event.id} toggle={toggle} />
        ))}
      </ol>
    </>
  );
}

/** The arrow keys move between rows. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as Element).closest('li');
  if (row === null || !(event.target as Element).matches('.live-row')) return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  next?.querySelector<HTMLElement>('.live-row')?.focus();
}

/** Rendered again only if it opens or closes. */
const EventRow = memo(function EventRow({
  of,
  isOpen,
  toggle,
}: {
  of: LiveEvent;
  isOpen: boolean;
  toggle: (id: string) => void;
}) {
  const { event, person, outcome } = of;
  const details = useId();
  return (
    <li>
      <button
        type="button"
        className="live-row"
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => toggle(event.id)}
      >
        <time dateTime={event.receivedAt}>{formatClock(event.receivedAt)}</time>
        <span className="live-type mono">{event.type || '(no type)'}</span>
        <span className="live-cell">{person?.email ?? person?.id ?? event.visitorId ?? event.userId ?? 'Unknown'}</span>
        <span className="live-cell quiet">{event.url === null ? '–' : shortUrl(event.url)}</span>
        <OutcomeTags outcome={outcome} />
      </button>
      {isOpen && (
        <div id={details} className="live-details">
          <EventDetails of={of} />
        </div>
      )}
    </li>
  );
});

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 1,
});
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time of today's events, and the date of older ones. */
function formatClock(iso: string): string {
  const at = new Date(iso);
  return at.toDateString() === new Date().toDateString() ? clock.format(at) : dayAndClock.format(at);
}

const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '');
