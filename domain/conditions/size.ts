/** The parts of a condition that determine its size; see schemas.ts, which checks it. */
type Part =
  | { all: readonly Part[] }
  | { any: readonly Part[] }
  | { not: Part }
  | { event: string; where?: Part | undefined }
  | { field: string; value?: unknown };

/** Limits for the cost of evaluating a condition, because it is evaluated for each event and person it may apply to. */
const limits = {
  parts: { most: 250, what: 'parts' },
  depth: { most: 20, what: 'levels' },
  questions: { most: 20, what: 'event counts' },
  values: { most: 5_000, what: 'list values' },
  characters: { most: 100_000, what: 'characters of text' },
} as const;

type Size = Record<keyof typeof limits, number>;

/** @returns the exceeded limit, as the end of a sentence; null if the condition is small enough */
export function sizeProblem(condition: Part): string | null {
  const size: Size = { parts: 0, depth: 0, questions: 0, values: 0, characters: 0 };
  measure(condition, 1, size);
  for (const name of Object.keys(limits) as (keyof Size)[]) {
    const { most, what } = limits[name];
    if (size[name] > most) return `has ${size[name]} ${what}, but the limit is ${most}. Split it up`;
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
