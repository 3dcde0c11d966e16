/** The fields of a metric's definition that must fit together. The schema of the definition uses this check. */
interface Definition {
  measure?: 'conversion' | 'count' | 'revenue' | 'ratio' | undefined;
  denominator?: string | undefined;
  numerator?: 'count' | 'revenue' | undefined;
  cap?: number | undefined;
  margin?: number | undefined;
}

type Field = Exclude<keyof Definition, 'measure'>;

/** An invalid field, and what to do about it: the rest of a sentence that starts with the field's name. */
interface SettingProblem {
  field: Field;
  message: string;
}

/** Finds the fields of a metric's definition that do not fit together. */
export function settingProblems(
  { measure = 'conversion', ...given }: Definition,
  role: 'guardrail' | 'other',
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse = (field: Field, message: string) => problems.push({ field, message });
  const isRatio = measure === 'ratio';
  if (isRatio && given.denominator === undefined) {
    refuse('denominator', 'is required for measure ratio. Name the metric to divide by');
  }
  for (const field of ['denominator', 'numerator'] as const) {
    if (!isRatio && given[field] !== undefined) {
      refuse(field, 'can be used only with measure ratio. Leave it out, or set measure to ratio');
    }
  }
  if (measure === 'conversion' && given.cap !== undefined) {
    refuse(
      'cap',
      'can be used only with measure count, revenue or ratio, because a conversion counts once per visitor',
    );
  }
  if (role !== 'guardrail' && given.margin !== undefined) {
    refuse('margin', 'can be used only in guardrail_metrics. Leave it out, or list the metric as a guardrail');
  }
  return problems;
}
