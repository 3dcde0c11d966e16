const maxLength = 200;
const maxCount = 100;
/** Steps of a backtracking matcher at most, as a power of two. An unbounded repetition over a long URL counts as 2^10. */
const maxBits = 32;
const repetitionBits = 10;

/** One piece of an expression: an escape, a class, a bracket, a bar, a quantifier, or a single character. */
const token = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?:\?:|\?)?|\)|\||(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/g;

/** A group that is open, or an atom that a quantifier may follow. */
interface Part {
  /** Whether it can match in several ways: it holds a quantifier or a bar. */
  isVariable: boolean;
  alternatives: number;
}

const newPart = (): Part => ({ isVariable: false, alternatives: 1 });

interface Reading {
  bits: number;
  /** Those that are open, the whole expression first. */
  groups: Part[];
  /** What a quantifier would repeat. */
  last: Part | null;
}

/**
 * Whether a backtracking matcher, such as a browser's, comes to an end with a regular expression: at most 200 characters that
 * compile, and no way to make it run for very long. The service itself never runs one: see linear-expression.ts. A conservative check
 * by hand, after the classes of "ReDoS" (OWASP; Davis et al., "The Impact of Regular Expression Denial of Service in Practice", 2018):
 *
 * - exponential: a repeated group that can itself match in several ways, `(a+)+` or `(a|aa)*`, is refused;
 * - polynomial: repetitions and choices multiply, so their product has a limit. Two unbounded repetitions are allowed
 *   anywhere, three in an expression that begins with `^`;
 * - lookarounds, back references and named groups are refused, as these rules do not cover them.
 *
 * It refuses some harmless expressions, and none of its rules depends on the text that is searched.
 */
export function isBoundedBacktracking(source: string): boolean {
  if (source.length > maxLength || !compiles(source)) return false;
  const whole = newPart();
  // An expression that is not tied to the beginning is tried at every place.
  const reading: Reading = { bits: source.startsWith('^') ? 0 : repetitionBits, groups: [whole], last: null };
  for (const [piece] of source.matchAll(token)) if (!readPiece(reading, piece)) return false;
  return reading.bits + Math.log2(whole.alternatives) <= maxBits;
}

/** Takes one piece in. False when it makes the expression unsafe. */
function readPiece(reading: Reading, piece: string): boolean {
  if (piece === '(?' || /^\\[1-9kpP]/.test(piece)) return false;
  const quantifier = parseQuantifier(piece);
  if (quantifier !== null) return readQuantifier(reading, quantifier);
  const group = reading.groups[reading.groups.length - 1] as Part;
  if (piece === '|') {
    group.alternatives += 1;
    group.isVariable = true;
  } else if (piece.startsWith('(')) {
    reading.groups.push(newPart());
  } else if (piece === ')') {
    reading.groups.pop();
    reading.bits += Math.log2(group.alternatives);
    if (group.isVariable) (reading.groups[reading.groups.length - 1] as Part).isVariable = true;
    reading.last = group;
  } else {
    reading.last = newPart();
  }
  return true;
}

function readQuantifier(reading: Reading, { min, max }: { min: number; max: number }): boolean {
  if (max > 1 && reading.last?.isVariable === true) return false;
  if (max > maxCount && max !== Infinity) return false;
  reading.bits += max === Infinity ? repetitionBits : Math.log2(max - min + 1);
  (reading.groups[reading.groups.length - 1] as Part).isVariable = true;
  return true;
}

function parseQuantifier(piece: string): { min: number; max: number } | null {
  if (/^[*+]\??$/.test(piece)) return { min: 0, max: Infinity };
  if (/^\?\??$/.test(piece)) return { min: 0, max: 1 };
  const [, min, comma, max] = /^\{(\d+)(,)?(\d*)\}/.exec(piece) ?? [];
  if (min === undefined) return null;
  if (comma === undefined) return { min: Number(min), max: Number(min) };
  return { min: Number(min), max: max === '' ? Infinity : Number(max) };
}

function compiles(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
