import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { readReadiness, sendsPaused } from '../api/readiness';

const readEveryMs = 30_000;

/** Shows on every page that emails are paused. */
export function PausedBanner() {
  const { data } = useQuery({ queryKey: ['readiness'], queryFn: readReadiness, refetchInterval: readEveryMs });
  if (data === undefined || sendsPaused(data) === null) return null;
  return (
    <div className="banner" role="status">
      All emails are paused because the email provider is failing. They go out when it recovers.{' '}
      <Link to="/operations">Show details</Link>
    </div>
  );
}
