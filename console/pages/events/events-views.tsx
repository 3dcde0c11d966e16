import { Link } from '@tanstack/react-router';
import './events.css';

const views = [
  ['/events', 'Live'],
  ['/events/rejected', 'Rejected'],
  ['/events/catalog', 'Catalog'],
] as const;

/** Links to the pages about events. */
export function EventsViews() {
  return (
    <nav className="events-views" aria-label="Events">
      {views.map(([path, title]) => (
        <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
