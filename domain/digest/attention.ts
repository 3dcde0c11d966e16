import { formatDate } from './digest-time';
import type { WeekDetails } from './weekly-summary';

/** A line of a digest about one record. */
export interface DigestItem {
  name: string;
  text: string;
  /** Of the record's page in the console. */
  path: string;
}

/**
 * Returns what a reader should look at, most urgent first: failures, wrong data, results to act on, and targets at risk.
 */
export const findAttention = ({ failures = [], decisions, targets, anomalies }: WeekDetails): DigestItem[] => [
  ...failures.map(({ journeyId, name, executions, webhooks }) => ({
    name,
    text: `${[
      ...(executions === 0 ? [] : [counted(executions, 'failed execution')]),
      ...(webhooks === 0 ? [] : [counted(webhooks, 'failed webhook')]),
    ].join(' and ')} in the week.`,
    path: `/journeys/${journeyId}${executions === 0 ? '' : '?view=executions&status=FAILED'}`,
  })),
  ...decisions
    .filter(({ recommendation }) => recommendation === 'check_data')
    .map(({ id, name }) => ({
      name,
      text: 'The traffic split differs from the plan. Fix the cause, and start the experiment again.',
      path: `/experiments/${id}`,
    })),
  ...decisions
    .filter(({ recommendation, isPromoted }) => recommendation === 'roll_back' && !isPromoted)
    .map(({ id, name }) => ({
      name,
      text: 'A variant is worse than the control. Roll it back.',
      path: `/experiments/${id}`,
    })),
  ...(anomalies.length === 0
    ? []
    : [
        {
          name: 'Unusual days',
          text: `Find the cause: ${anomalies.map(({ metric, date }) => `${metric} on ${formatDate(date)}`).join(', ')}.`,
          path: '/',
        },
      ]),
  ...decisions
    .filter(({ recommendation, isPromoted }) => recommendation === 'ship' && !isPromoted)
    .map(({ id, name }) => ({
      name,
      text: 'The winner is not shown to all visitors yet.',
      path: `/experiments/${id}`,
    })),
  ...targets
    .filter(({ status }) => status === 'behind' || status === 'at_risk')
    .map(({ id, metric, status }) => ({
      name: metric,
      text: status === 'behind' ? 'The target is behind its plan.' : 'The target is at risk.',
      path: `/targets/${id}`,
    })),
];

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
