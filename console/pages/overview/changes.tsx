import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { Read, Ago, useRead } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { formatWords } from '../../format/words';

type Change = Schemas['AuditEntry'];

export const useChanges = () => useRead(['changes'], () => unwrap(api.GET('/api/changes')));

const maxShown = 8;

/** The last changes of journeys and experiments. */
export function Changes() {
  return (
    <Read query={useChanges()} loading={<Skeleton height={200} />}>
      {(changes) =>
        changes.length === 0 ? (
          <div className="state">
            <p className="state-title">No changes yet.</p>
            <p>Publications, starts and decisions of journeys and experiments appear here.</p>
          </div>
        ) : (
          <ul className="card changes">
            {changes.slice(0, maxShown).map((change) => (
              <li key={change.id}>
                <Subject of={change} />{' '}
                <span data-value={change.action}>{formatWords(change.action.split('.')[1] ?? '').toLowerCase()}</span>
                {change.actorKind !== 'system' && change.actorName !== null && ` by ${change.actorName}`}
                <span className="quiet small">
                  <Ago at={change.timestamp} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Read>
  );
}

function Subject({ of: { subjectType, subjectId, subjectName } }: { of: Change }) {
  if (subjectName === null) return <span className="quiet">Deleted {subjectType}</span>;
  return (
    <Link to={subjectType === 'journey' ? `/journeys/${subjectId}` : `/experiments/${subjectId}`}>{subjectName}</Link>
  );
}
