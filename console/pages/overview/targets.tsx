import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { Read, useRead } from '../../components/read';
import { ShareBar } from '../../components/share-bar';
import { Skeleton } from '../../components/skeleton';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';
import { formatNumber, formatShare } from '../../format/number';
import { formatDay } from '../../format/time';

type Target = Schemas['Target'];

const tones: Record<string, 'good' | 'warn' | 'bad'> = {
  completed: 'good',
  on_track: 'good',
  at_risk: 'warn',
  behind: 'bad',
};
/** The most urgent first. */
const ranks = ['behind', 'at_risk', 'on_track', 'completed'];
const maxShown = 6;

/** The targets that need the most work, with the pace that each needs. */
export function Targets() {
  const query = useRead(['targets'], () => unwrap(api.GET('/api/targets')));
  return (
    <Read query={query} loading={<Skeleton height={200} />}>
      {(targets) =>
        targets.length === 0 ? (
          <EmptyState
            title="No targets yet."
            action={
              <Link className="button" to="/targets" search={{ new: '1' }}>
                New target
              </Link>
            }
          >
            A target tracks a figure against a goal and a deadline.
          </EmptyState>
        ) : (
          <DataTable
            caption="Targets"
            rows={[...targets].sort(byUrgency).slice(0, maxShown)}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Target', cell: ({ id, metric }) => <Link to={`/targets/${id}`}>{metric}</Link> },
              { title: 'Status', cell: ({ status }) => <Status of={status} /> },
              {
                title: 'Progress',
                cell: (target) => (
                  <>
                    <ShareBar share={target.progress} mark={target.elapsed} tone={tones[target.status] ?? 'good'} />
                    <span className="block quiet small">{describePace(target)}</span>
                  </>
                ),
              },
            ]}
          />
        )
      }
    </Read>
  );
}

/** Pace is progress compared with an even plan, as in the status. Right after the creation it says nothing. */
const leastElapsed = 0.01;

function describePace({ progress, elapsed, deadline, current, target, unit }: Target): string {
  const value = `${formatNumber(current)} of ${formatNumber(target)}${unit === null ? '' : ` ${unit}`}`;
  if (progress >= 1) return value;
  if (elapsed >= 1) return `${value}, deadline passed on ${formatDay(deadline)}`;
  const pace = elapsed < leastElapsed ? '' : `, ${formatShare(progress / elapsed)} of the planned pace`;
  return `${value}${pace}, due ${formatDay(deadline)}`;
}

const byUrgency = (one: Target, other: Target): number =>
  ranks.indexOf(one.status) - ranks.indexOf(other.status) || (one.deadline < other.deadline ? -1 : 1);
