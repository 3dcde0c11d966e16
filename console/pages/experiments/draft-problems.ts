import { AppError, type ErrorDetail } from '../../../domain/errors';
import { settingProblems } from '../../../domain/experiments/metrics/setting-problems';
import { assertScriptsAllowed } from '../../../domain/experiments/scripts';
import { metricSetting, type ExperimentDraft, type MetricDraft } from './draft';

/** Checks a draft with the API's own rules, as far as they apply while the user types. */
export function draftProblems(draft: ExperimentDraft, workspace: { allowJsPatches: boolean }): ErrorDetail[] {
  return [
    ...(draft.primary === null ? [] : metricProblems(draft.primary, 'primaryMetric', 'other')),
    ...draft.secondary.flatMap((metric, index) => metricProblems(metric, `secondaryMetrics.${index}`, 'other')),
    ...draft.guardrails.flatMap((metric, index) => metricProblems(metric, `guardrailMetrics.${index}`, 'guardrail')),
    ...scriptProblems(draft, workspace),
  ];
}

const metricProblems = (metric: MetricDraft, path: string, role: 'guardrail' | 'other'): ErrorDetail[] =>
  settingProblems(metricSetting(metric), role).map(({ field, message }) => ({ path: `${path}.${field}`, message }));

function scriptProblems({ variants }: ExperimentDraft, workspace: { allowJsPatches: boolean }): ErrorDetail[] {
  try {
    assertScriptsAllowed(
      variants.map(({ id, name, js, changes }) => ({ id: id ?? '', name, weight: 0, js, patch: changes })),
      workspace,
    );
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.details ?? [];
    throw error;
  }
}
