import { z } from 'zod';
import { integerWithin, jsonText } from '../../json/schemas';
import { numberLimits } from '../../number-limits';
import { settingProblems } from './setting-problems';

/** Schemas for what experiments measure. */

export const metricMeasure = z.enum(['conversion', 'count', 'revenue', 'ratio']);
export type MetricMeasure = z.infer<typeof metricMeasure>;

export const metricDirection = z.enum(['up', 'down']);
export type MetricDirection = z.infer<typeof metricDirection>;

const metricName = jsonText(200, 1);

const definitionFields = {
  metric: metricName.meta({ description: 'Id of a conversion or name of an event.' }),
  measure: metricMeasure.optional().meta({
    description:
      '`conversion` (default): whether a visitor did it; `count`: how often; `revenue`: the amount; `ratio`: ' +
      'the count divided by that of `denominator`.',
  }),
  denominator: metricName.optional().meta({ description: 'For a ratio: the metric to divide by.' }),
  numerator: z.enum(['count', 'revenue']).optional().meta({
    description: 'For a ratio: what to divide. Default `count`, or `revenue` if the denominator is the metric itself.',
  }),
  direction: metricDirection.optional().meta({ description: 'Default `up`: more is better.' }),
  cap: z
    .number()
    .gt(numberLimits.metricCap.min)
    .max(numberLimits.metricCap.max)
    .optional()
    .meta({
      description:
        'Maximum that one visitor can add: occurrences, or major ' +
        'units for revenue. For a ratio, it caps the numerator.',
    }),
  windowDays: integerWithin(numberLimits.metricWindowDays).optional().meta({
    description: 'Number of 24-hour days after the exposure to count. Default `attributionWindowDays`.',
  }),
  margin: z
    .number()
    .gt(numberLimits.guardrailMargin.min)
    .lt(numberLimits.guardrailMargin.max)
    .optional()
    .meta({
      description:
        'For a guardrail: the share of the control’s value that may be lost. `ship` then requires proof that the ' +
        'loss is not larger.',
    }),
};

/** A metric, and how it is measured. */
export const metricDefinition = z.strictObject(definitionFields).meta({
  id: 'MetricDefinition',
  examples: [{ metric: 'purchase', measure: 'revenue', cap: 500, windowDays: 14 }],
});
export type MetricDefinition = z.infer<typeof metricDefinition>;

/** A metric by its name only, or with its definition. */
export type MetricSetting = string | MetricDefinition;

const settingFor = (role: 'guardrail' | 'other') =>
  z.union([metricName, metricDefinition]).superRefine((setting, context) => {
    if (typeof setting === 'string') return;
    for (const { field, message } of settingProblems(setting, role)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

export const metricSetting = settingFor('other');
export const guardrailSetting = settingFor('guardrail');
