/** What counts of a condition: see schemas.ts, which asks for its size. */
type Part =
  | { all: readonly Part[] }
  | { any: readonly Part[] }
  | { not: Part }
  | { event: string; where?: Part | undefined }
  | { field: string; value?: unknown };

/** A condition is evaluated for each event and person that it may concern: these bound what that takes. */
const limits = {
  parts: { most: 250, what: 'parts' },
  depth: { most: 20, what: 'levels' },
  questions: { most: 20, what: 'questions about counted events' },
  values: { most: 5_000, what: 'values in its lists' },
  characters: { most: 100_000, what: 'characters of text' },
} as const;

type Size = Record<keyof typeof limits, number>;

/** @returns what a condition has too much of, as the end of a sentence; null when it is small enough */
export function sizeProblem(condition: Part): string | null {
  const size: Size = { parts: 0, depth: 0, questions: 0, values: 0, characters: 0 };
  measure(condition, 1, size);
  for (const name of Object.keys(limits) as (keyof Size)[]) {
    const { most, what } = limits[name];
    if (size[name] > most) return `has ${size[name]} ${what}: at most ${most} can be evaluated. Split it up`;
  }
  return null;
}

function measure(condition: Part, depth: number, size: Size): void {
  size.parts += 1;
  size.depth = Math.max(size.depth, depth);
  if ('all' in condition) for (const part of condition.all) measure(part, depth + 1, size);
  else if ('any' in condition) for (const part of condition.any) measure(part, depth + 1, size);
  else if ('not' in condition) measure(condition.not, depth + 1, size);
  else if ('event' in condition) {
    size.questions += 1;
    if (condition.where !== undefined) measure(condition.where, depth + 1, size);
  } else {
    const values = [condition.value].flat();
    if (Array.isArray(condition.value)) size.values += values.length;
    for (const value of [condition.field, ...values]) if (typeof value === 'string') size.characters += value.length;
  }
}
