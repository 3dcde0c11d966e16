import { DateTime } from 'luxon';
import type { TransactionalTemplate } from '../email/render-transactional';
import { expectedRange, type Anomaly } from './anomaly';

/** What a message says of a day that stands out, as the template `anomaly-detected` takes it. */
export function anomalyVariables(anomaly: Anomaly, date: string): Record<string, string> {
  const { from, to } = expectedRange(anomaly);
  return {
    date: DateTime.fromISO(date, { zone: 'utc', locale: 'en-GB' }).toFormat('d MMMM yyyy'),
    direction: anomaly.value > anomaly.expected ? 'higher' : 'lower',
    metric_value: figure(anomaly.value),
    expected_range: `${figure(from)} to ${figure(to)}`,
  };
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 });

/** The catalog's template with the figures of the day, which are variables for templates of workspaces, too. */
export const withAnomaly = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: {
    ...template.slots,
    subject: `${template.slots.subject}{% if date != blank %} {{ direction }} than expected on {{ date }}{% endif %}`,
    body: `{% if date != blank %}${figures}\n\n{% endif %}${template.slots.body}`,
  },
});

const figures =
  '{{ metric_name }} on {{ date }}: {{ metric_value }}, {{ direction }} than expected. ' +
  'By the same weekday of the weeks before, {{ expected_range }} was to be expected.';
