import type { z } from 'zod';
import { describeIssue, requiredMessage } from './describe-issue';
import { invalid, type ErrorDetail } from './errors';

/**
 * Parses input with its schema.
 * @throws AppError VALIDATION_ERROR with one detail for each problem
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown, place: string): z.output<Schema> {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  const details = result.error.issues.flatMap(detailsOf).slice(0, 100);
  const [first = { path: '', message: 'the form is wrong' }] = details;
  throw invalid(`The ${place} is not valid: ${formatProblem(first)}`, details);
}

/** Messages that follow the name of a field in a sentence. */
const predicate = /^(is|has|must|needs|cannot|may|differs) /;

/** @returns the problem as a sentence: `"name" is required.` */
function formatProblem({ path, message }: ErrorDetail): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  if (path === '') return sentence;
  return predicate.test(message) ? `"${path}" ${sentence}` : `"${path}": ${sentence}`;
}

/** Returns 1 if the input lacks the list that a batch shape requires, and so is not a batch; else 0. */
const lacksList = (problems: readonly z.core.$ZodIssue[]): number =>
  Number(
    problems.some(
      (problem) =>
        problem.code === 'invalid_type' &&
        problem.expected === 'array' &&
        problem.path.length === 1 &&
        problem.message === requiredMessage,
    ),
  );

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'is not a known field',
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // Report the closest branch instead of "invalid input": first by matching type, then by a present list, then by the
    // fewest problems.
    const isOtherType = (problems: readonly z.core.$ZodIssue[]): number =>
      Number(problems.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
    const [closest = []] = [...issue.errors].sort(
      (a, b) => isOtherType(a) - isOtherType(b) || lacksList(a) - lacksList(b) || a.length - b.length,
    );
    const inner = closest.flatMap((one) => detailsOf({ ...one, path: [...issue.path, ...one.path] }));
    if (inner.length > 0) return inner;
  }
  return [{ path, message: issue.message }];
}
