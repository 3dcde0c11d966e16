import type { z } from 'zod';
import { invalid, type ErrorDetail } from './errors';

/** Parses input against its schema. @throws AppError VALIDATION_ERROR with one detail for each problem */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown, place: string): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const details = result.error.issues.flatMap(detailsOf).slice(0, 100);
  const first = details[0];
  const named = first === undefined || first.path === '' ? '' : `"${first.path}": `;
  throw invalid(`The ${place} is not valid: ${named}${first?.message ?? 'it has the wrong form'}`, details);
}

/** 1 for what is wrong with a form of many items when there is no list of them: that form was not meant. */
const lacksList = (problems: readonly z.core.$ZodIssue[]): number =>
  Number(
    problems.some(
      (problem) =>
        problem.code === 'invalid_type' &&
        problem.expected === 'array' &&
        problem.path.length === 1 &&
        problem.message.endsWith('received undefined'),
    ),
  );

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'This field is not known here. Check its spelling, or leave it out.',
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch that came closest tells more than "invalid input": one of the type that was given, with the fewest problems.
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
