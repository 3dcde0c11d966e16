import { DateTime } from 'luxon';
import type { TransactionalTemplate } from '../email/render-transactional';
import { expectedRange, type Anomaly } from './anomaly';

/** Returns the variables of the template `anomaly-detected` for an unusual day. */
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

/** Adds the figures of the day to the catalog's template. Workspace templates can use the same variables. */
export const withAnomaly = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: {
    ...template.slots,
    subject: `${template.slots.subject}{% if date != blank %} {{ direction }} than expected on {{ date }}{% endif %}`,
    body: `{% if date != blank %}${figures}\n\n{% endif %}${template.slots.body}`,
  },
});

const figures =
  '{{ metric_name }} on {{ date }}: {{ metric_value }}, {{ direction }} than expected. Based on the same ' +
  'weekday of previous weeks, the expected range is {{ expected_range }}.';
