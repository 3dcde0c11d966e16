import { RE2JS, RE2Set } from 're2js';

/** Returns whether the expression matches anywhere in a text. */
export type Expression = (text: string) => boolean;

/** Maximum length of a source, because compiling takes longer with it. */
const maxSource = 1_000;
/** Maximum instructions of a compiled expression: matching a text takes its length times these. */
const maxProgram = 1_000;
/** Maximum bytes of cached states per expression. When they are used up, the engine continues without the cache. */
const maxStateBytes = 256 * 1_024;
/** Maximum number of cached compiled expressions per process. */
const maxKept = 200;

const kept = new Map<string, Expression | null>();

/**
 * Compiles a regular expression to an automaton (RE2), which takes linear time in the length of the text. The service
 * runs customers' expressions only this way. The most recently used expressions stay in a cache.
 *
 * The text is read as a browser writes an address: everything except printable ASCII is percent-encoded. In such text,
 * the expressions that pattern-syntax.ts accepts have the same meaning here and in a browser.
 * @returns null if the engine cannot run the expression, or only at too high a cost
 */
export function compileLinear(source: string): Expression | null {
  const found = kept.get(source);
  const expression = found === undefined ? compile(source) : found;
  kept.delete(source);
  kept.set(source, expression);
  if (kept.size > maxKept) kept.delete(kept.keys().next().value as string);
  return expression;
}

function compile(source: string): Expression | null {
  if (source.length > maxSource) return null;
  try {
    if (RE2JS.compile(source).programSize() > maxProgram) return null;
    // Use a set with one expression, because only sets can limit the memory for states.
    const set = new RE2Set(RE2Set.UNANCHORED, 0, maxStateBytes);
    set.add(source);
    set.compile();
    // An expression with other characters was written for text that is not encoded.
    const isAscii = /^[\0-~]*$/.test(source);
    return (text) => set.match(isAscii ? percentEncoded(text) : text).length > 0;
  } catch {
    return null;
  }
}

const percentEncoded = (text: string): string =>
  /^[!-~]*$/.test(text) ? text : text.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent);
