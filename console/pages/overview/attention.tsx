import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../../components/facts';
import { Read, useRead } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { countOf } from '../../format/number';
import { useMay } from '../../session/session';
import { readConcerns, type Concern } from './concerns';

const maxShown = 6;

/** Lists what needs attention: failures, decisions, data problems, anomalies and targets at risk. */
export function Attention() {
  const mayReadConnections = useMay('connections.read');
  const query = useRead(['attention', mayReadConnections], () => readConcerns(mayReadConnections));
  const count = query.data?.length ?? 0;
  return (
    <Section title="Needs attention" note={count === 0 ? undefined : countOf(count, 'item', 'items')}>
      <Read query={query} loading={<Skeleton height={200} />}>
        {(concerns) =>
          concerns.length === 0 ? (
            <div className="state">
              <p className="state-title">Nothing needs attention.</p>
              <p>
                Failed executions, webhooks and connections, experiments to decide, anomalies and targets at risk appear
                here.
              </p>
            </div>
          ) : (
            <Concerns of={concerns} />
          )
        }
      </Read>
    </Section>
  );
}

function Concerns({ of: concerns }: { of: readonly Concern[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? concerns : concerns.slice(0, maxShown);
  return (
    <>
      <ul className="concerns">
        {shown.map(({ key, tone, to, search = {}, name, text }) => (
          <li key={key} className={`notice ${tone}`}>
            <Link to={to} search={search as never}>
              {name}
            </Link>{' '}
            {text}
          </li>
        ))}
      </ul>
      {shown.length < concerns.length && (
        <button type="button" className="button text" onClick={() => setWhole(true)}>
          Show all {concerns.length}
        </button>
      )}
    </>
  );
}
