import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { readReadiness, sendsPaused } from '../api/readiness';

const readEveryMs = 30_000;

/** Tells operators on every page that no email goes out. */
export function PausedBanner() {
  const { data } = useQuery({ queryKey: ['readiness'], queryFn: readReadiness, refetchInterval: readEveryMs });
  if (data === undefined || sendsPaused(data) === null) return null;
  return (
    <div className="banner" role="status">
      The email provider is failing, so all emails are paused. They go out when it works again.{' '}
      <Link to="/operations">Show details</Link>
    </div>
  );
}
