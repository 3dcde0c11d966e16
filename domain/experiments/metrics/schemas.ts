import { z } from 'zod';
import { integerWithin, jsonText } from '../../json/schemas';
import { numberLimits } from '../../number-limits';
import { settingProblems } from './setting-problems';

/** What experiments measure, as callers write it (contract, section 5). */

export const metricMeasure = z.enum(['conversion', 'count', 'revenue', 'ratio']);
export type MetricMeasure = z.infer<typeof metricMeasure>;

export const metricDirection = z.enum(['up', 'down']);
export type MetricDirection = z.infer<typeof metricDirection>;

const metricName = jsonText(200, 1);

const definitionFields = {
  metric: metricName.meta({ description: 'A conversion’s id or an event’s name.' }),
  measure: metricMeasure.optional().meta({
    description:
      '`conversion` (unless given): whether a visitor did it; `count`: how often; `revenue`: for how much; `ratio`: its count ' +
      'over that of `denominator`.',
  }),
  denominator: metricName.optional().meta({ description: 'Of a ratio: what it is divided by.' }),
  numerator: z.enum(['count', 'revenue']).optional().meta({
    description:
      'Of a ratio: what of the metric is divided. `count` unless given, and `revenue` where the denominator is the metric itself.',
  }),
  direction: metricDirection.optional().meta({ description: '`up` unless given: more is better.' }),
  cap: z.number().gt(numberLimits.metricCap.min).max(numberLimits.metricCap.max).optional().meta({
    description:
      'The most that one visitor adds: occurrences, or for revenue major units. Of a ratio it caps the numerator.',
  }),
  windowDays: integerWithin(numberLimits.metricWindowDays).optional().meta({
    description: 'Days of 24 hours after the exposure that count; `attributionWindowDays` unless given.',
  }),
  margin: z.number().gt(numberLimits.guardrailMargin.min).lt(numberLimits.guardrailMargin.max).optional().meta({
    description:
      'Of a guardrail: the share of the control’s figure that may be lost. `ship` then needs it proved that no more is.',
  }),
};

/** A metric with what is measured of it. */
export const metricDefinition = z.strictObject(definitionFields).meta({
  id: 'MetricDefinition',
  examples: [{ metric: 'purchase', measure: 'revenue', cap: 500, windowDays: 14 }],
});
export type MetricDefinition = z.infer<typeof metricDefinition>;

/** A metric by its name alone, or with what is measured of it. */
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
