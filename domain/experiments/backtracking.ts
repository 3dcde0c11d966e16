import { growthOfBacktracking } from './backtracking-growth';
import { parseQuantifier, patternToken } from './pattern-automaton';

const maxLength = 200;
const maxCount = 100;
/** Maximum number of cached results per process. Lists are served often, with the same expressions. */
const maxKept = 1_000;

const kept = new Map<string, number>();

/**
 * Returns how the matching time of a browser, which matches by backtracking, grows with the length of the address: 1
 * for linear, 2 for quadratic, and so on. Infinity if the time can be exponential, and if the expression does not
 * compile, has more than 200 characters, or uses syntax that is not analyzed. The service itself matches in linear
 * time: see linear-expression.ts. The classes are those of "ReDoS" (OWASP; Davis et al., "The Impact of Regular
 * Expression Denial of Service in Practice", 2018):
 *
 * - exponential: a repeated group that can match in several ways, `(a+)+` or `(a|aa)*`. Rejected by its form alone;
 * - polynomial: loops that can split the same text between them, `.*a.*b`: see backtracking-growth.ts;
 * - lookarounds, back references and named groups: not analyzed.
 */
export function backtrackingGrowth(source: string): number {
  const found = kept.get(source);
  if (found !== undefined) return found;
  const growth = isClassified(source) ? growthOfBacktracking(withoutPadding(source)) : Infinity;
  kept.set(source, growth);
  if (kept.size > maxKept) kept.delete(kept.keys().next().value as string);
  return growth;
}

/**
 * Returns the expression without `.*` at its ends, which a browser would try at every place. Removing it does not
 * change the result: an expression may match anywhere in an address, and addresses have no line breaks.
 */
export function withoutPadding(source: string): string {
  const pieces = source.match(patternToken) ?? [];
  if (hasOuterBar(pieces)) return source;
  const isAny = (at: number): boolean => pieces[at] === '.' && /^\*\??$/.test(pieces[at + 1] ?? '');
  let [from, to] = [0, pieces.length];
  if (pieces[to - 1] === '$' && isAny(to - 3)) to -= 1;
  while (isAny(to - 2)) to -= 2;
  if (pieces[0] === '^' && (isAny(1) || to === 1)) from = 1;
  while (from < to && isAny(from)) from += 2;
  return pieces.slice(from, to).join('');
}

/** Returns whether a bar divides the whole expression. */
function hasOuterBar(pieces: readonly string[]): boolean {
  let depth = 0;
  for (const piece of pieces) {
    if (piece.startsWith('(')) depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === '|' && depth === 0) return true;
  }
  return false;
}

/** An open group, or an atom that a quantifier may follow. */
interface Part {
  /** Whether it can match in several ways, because it contains a quantifier or a bar. */
  isVariable: boolean;
}

interface Reading {
  /** The open groups; the first is the whole expression. */
  groups: Part[];
  /** The part that a quantifier would repeat. */
  last: Part | null;
}

function isClassified(source: string): boolean {
  if (source.length > maxLength || !compiles(source)) return false;
  const reading: Reading = { groups: [{ isVariable: false }], last: null };
  return (source.match(patternToken) ?? []).every((piece) => readPiece(reading, piece));
}

/** Processes one piece. Returns false if the expression is not analyzed, or exponential. */
function readPiece(reading: Reading, piece: string): boolean {
  if (piece === '(?' || /^\\[1-9kpP]/.test(piece)) return false;
  const quantifier = parseQuantifier(piece);
  if (quantifier !== null) return readQuantifier(reading, quantifier.max);
  const group = reading.groups[reading.groups.length - 1] as Part;
  if (piece === '|') {
    group.isVariable = true;
  } else if (piece.startsWith('(')) {
    reading.groups.push({ isVariable: false });
  } else if (piece === ')') {
    reading.groups.pop();
    if (group.isVariable) (reading.groups[reading.groups.length - 1] as Part).isVariable = true;
    reading.last = group;
  } else {
    reading.last = { isVariable: false };
  }
  return true;
}

function readQuantifier(reading: Reading, max: number): boolean {
  if (max > 1 && reading.last?.isVariable === true) return false;
  if (max > maxCount && max !== Infinity) return false;
  (reading.groups[reading.groups.length - 1] as Part).isVariable = true;
  return true;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
