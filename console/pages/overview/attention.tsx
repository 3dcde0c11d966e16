import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, unwrap } from '../../api/client';
import { Read, useRead } from '../../components/read';
import { formatNumber } from '../../format/number';
import { formatDay } from '../../format/time';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';

interface Concern {
  key: string;
  tone: 'bad' | 'warn';
  text: ReactNode;
}

/** Lists what needs attention: decisions, failed syncs, anomalies and targets at risk. */
export function Attention() {
  const mayReadConnections = useMay('connections.read');
  const query = useRead(['attention', mayReadConnections], () => readConcerns(mayReadConnections));
  return (
    <Read query={query}>
      {(concerns) =>
        concerns.length === 0 ? (
          <div className="state">
            <p className="state-title">Nothing needs attention.</p>
            <p>Experiments to decide, failed connections, anomalies and targets at risk appear here.</p>
          </div>
        ) : (
          <ul className="stack">
            {concerns.map(({ key, tone, text }) => (
              <li key={key} className={`notice ${tone}`}>
                {text}
              </li>
            ))}
          </ul>
        )
      }
    </Read>
  );
}

async function readConcerns(mayReadConnections: boolean): Promise<Concern[]> {
  const found = await Promise.all([
    experiments(),
    targets(),
    anomalies(),
    communications(),
    mayReadConnections ? connections() : [],
  ]);
  return found.flat();
}

/** The recommendations that need an action. */
const verdicts: Record<string, { tone: Concern['tone']; text: string }> = {
  ship: { tone: 'warn', text: 'has a winner: ship it' },
  roll_back: { tone: 'bad', text: 'is worse than the control: roll it back' },
  check_data: { tone: 'bad', text: 'has an unexpected traffic split: check the data' },
  stop_no_effect: { tone: 'warn', text: 'shows no effect: stop it' },
};

async function experiments(): Promise<Concern[]> {
  const running = await unwrap(api.GET('/api/experiments', { params: { query: { status: 'running' } } }));
  return running.flatMap(({ id, name, recommendation }) => {
    const verdict = recommendation === null ? undefined : verdicts[recommendation];
    return verdict === undefined
      ? []
      : [{ key: id, tone: verdict.tone, text: <Lead to={`/experiments/${id}`} name={name} rest={verdict.text} /> }];
  });
}

async function targets(): Promise<Concern[]> {
  const all = await unwrap(api.GET('/api/targets'));
  return all
    .filter(({ status }) => status === 'behind' || status === 'at_risk')
    .map(({ id, metric, status }) => ({
      key: id,
      tone: status === 'behind' ? ('bad' as const) : ('warn' as const),
      text: <Lead to="/targets" name={metric} rest={`is ${formatWords(status).toLowerCase()}`} />,
    }));
}

async function anomalies(): Promise<Concern[]> {
  const found = await unwrap(api.GET('/api/analytics/anomalies', { params: { query: { period: '7d' } } }));
  return found.map(({ metric, date, value, expected }) => ({
    key: `${metric} ${date}`,
    tone: 'warn',
    text: `${metric} on ${formatDay(date)}: ${formatNumber(value)}, expected about ${formatNumber(expected)}`,
  }));
}

async function communications(): Promise<Concern[]> {
  const { data } = await unwrap(api.GET('/api/communications', { params: { query: { limit: 100 } } }));
  return data
    .filter(({ problem }) => problem !== null)
    .map(({ id, name, problem }) => ({
      key: id,
      tone: 'bad',
      text: <Lead to={`/communications/${id}`} name={name} rest={`has an invalid template: ${problem}`} />,
    }));
}

async function connections(): Promise<Concern[]> {
  const { data } = await unwrap(api.GET('/api/connections', { params: { query: { limit: 100 } } }));
  return data
    .filter(({ status }) => status === 'error')
    .map(({ id, name, lastError }) => ({
      key: id,
      tone: 'bad',
      text: <Lead to="/connections" name={name} rest={`does not sync: ${lastError ?? 'unknown reason'}`} />,
    }));
}

const Lead = ({ to, name, rest }: { to: string; name: string; rest: string }) => (
  <>
    <Link to={to}>{name}</Link> {rest}
  </>
);
