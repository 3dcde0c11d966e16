import { describeAnomaly } from '../../../domain/analytics/anomaly';
import { platformNames } from '../../../domain/connections/platform-names';
import { api, unwrap } from '../../api/client';
import { readAll } from '../../api/read-all';
import { countOf } from '../../format/number';
import { formatDay } from '../../format/time';
import { formatWords } from '../../format/words';

/** Something that needs an action, with the page for it. */
export interface Concern {
  key: string;
  tone: 'bad' | 'warn';
  /** Where to act. */
  to: string;
  search?: Record<string, string>;
  name: string;
  /** Continues the name. */
  text: string;
}

/** Reads what needs attention, the most severe first. */
export async function readConcerns(mayReadConnections: boolean): Promise<Concern[]> {
  const found = await Promise.all([
    failures(),
    experiments(),
    mayReadConnections ? connections() : [],
    communications(),
    targets(),
    anomalies(),
  ]);
  const all = found.flat();
  return [...all.filter(({ tone }) => tone === 'bad'), ...all.filter(({ tone }) => tone === 'warn')];
}

async function failures(): Promise<Concern[]> {
  const { journeys } = await unwrap(api.GET('/api/journeys/failures', { params: { query: { period: '7d' } } }));
  return journeys.flatMap(({ journeyId, name, executions, webhooks }): Concern[] => [
    ...(executions === 0
      ? []
      : [
          {
            key: `${journeyId} executions`,
            tone: 'bad' as const,
            to: `/journeys/${journeyId}`,
            search: { view: 'executions', status: 'FAILED' },
            name,
            text: `has ${countOf(executions, 'failed execution', 'failed executions')} in the last 7 days`,
          },
        ]),
    ...(webhooks === 0
      ? []
      : [
          {
            key: `${journeyId} webhooks`,
            tone: 'bad' as const,
            to: `/journeys/${journeyId}`,
            name,
            text: `has ${countOf(webhooks, 'failed webhook', 'failed webhooks')} in the last 7 days`,
          },
        ]),
  ]);
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
    return verdict === undefined ? [] : [{ key: id, ...verdict, to: `/experiments/${id}`, name }];
  });
}

async function connections(): Promise<Concern[]> {
  const all = await readAll((query) => unwrap(api.GET('/api/connections', { params: { query } })));
  return all
    .filter(({ status }) => status === 'error')
    .map(({ id, name, connectorType, lastError }) => ({
      key: id,
      tone: 'bad',
      to: '/connections',
      name: name || platformNames[connectorType],
      text: `does not sync: ${lastError ?? 'unknown reason'}`,
    }));
}

async function communications(): Promise<Concern[]> {
  const all = await readAll((query) => unwrap(api.GET('/api/communications', { params: { query } })));
  return all
    .filter(({ problem }) => problem !== null)
    .map(({ id, name, problem }) => ({
      key: id,
      tone: 'bad',
      to: `/communications/${id}`,
      name,
      text: `has an invalid template: ${problem}`,
    }));
}

async function targets(): Promise<Concern[]> {
  const all = await unwrap(api.GET('/api/targets'));
  return all
    .filter(({ status }) => status === 'behind' || status === 'at_risk')
    .map(({ id, metric, status }) => ({
      key: id,
      tone: status === 'behind' ? 'bad' : 'warn',
      to: '/targets',
      name: metric,
      text: `is ${formatWords(status).toLowerCase()}`,
    }));
}

async function anomalies(): Promise<Concern[]> {
  const found = await unwrap(api.GET('/api/analytics/anomalies', { params: { query: { period: '7d' } } }));
  return found.map(({ metric, date, ...anomaly }) => ({
    key: `${metric} ${date}`,
    tone: 'warn',
    ...(metric === 'spend' ? { to: '/attribution' } : { to: '/', search: { figure: metric } }),
    name: `${formatWords(metric)} on ${formatDay(date)}`,
    text:
      `${metric === 'spend' ? 'was' : 'were'} unusually ${anomaly.value < anomaly.expected ? 'low' : 'high'}: ` +
      describeAnomaly(metric, anomaly),
  }));
}
