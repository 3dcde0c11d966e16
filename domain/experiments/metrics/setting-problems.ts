/** What of a metric's definition has to go together: see its schema, which uses it. */
interface Definition {
  measure?: 'conversion' | 'count' | 'revenue' | 'ratio' | undefined;
  denominator?: string | undefined;
  numerator?: 'count' | 'revenue' | undefined;
  cap?: number | undefined;
  margin?: number | undefined;
}

type Field = Exclude<keyof Definition, 'measure'>;

/** The setting that was found wrong, and what to do about it: the end of a sentence that begins with its name. */
interface SettingProblem {
  field: Field;
  message: string;
}

/** What of a metric's definition does not go together. */
export function settingProblems(
  { measure = 'conversion', ...given }: Definition,
  role: 'guardrail' | 'other',
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse = (field: Field, message: string) => problems.push({ field, message });
  const isRatio = measure === 'ratio';
  if (isRatio && given.denominator === undefined) {
    refuse('denominator', 'is required with measure ratio: name the metric to divide by');
  }
  for (const field of ['denominator', 'numerator'] as const) {
    if (!isRatio && given[field] !== undefined) {
      refuse(field, `goes with measure ratio only: leave it out, or set measure to ratio`);
    }
  }
  if (measure === 'conversion' && given.cap !== undefined) {
    refuse('cap', 'goes with measure count, revenue or ratio only: a conversion counts once for a visitor anyway');
  }
  if (role !== 'guardrail' && given.margin !== undefined) {
    refuse('margin', 'goes with guardrail_metrics only: leave it out, or list the metric as a guardrail');
  }
  return problems;
}
