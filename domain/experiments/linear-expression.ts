import { RE2JS, RE2Set } from 're2js';

/** Whether an expression is found in a text. */
export type Expression = (text: string) => boolean;

/** Longer sources are not compiled: compiling grows with them. */
const maxSource = 1_000;
/** Instructions of a compiled expression at most: the work on one text is its length times these. */
const maxProgram = 1_000;
/** Bytes of states that one expression may keep; when they do not do, the engine goes on without. */
const maxStateBytes = 256 * 1_024;
/** Expressions that are kept compiled in one process. */
const maxKept = 200;

const kept = new Map<string, Expression | null>();

/**
 * Compiles a regular expression to an automaton (RE2), whose work grows with the length of the text and nothing else. The service
 * runs those of customers by it alone. Compiled ones are kept, those that were used last.
 *
 * The text is taken as a browser writes an address: what is not printable ASCII is percent-encoded. In such text the expressions
 * that pattern-syntax.ts admits mean the same here and in a browser.
 * @returns null for what the engine cannot run, or only at too great a cost
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
    // A set of one: it alone lets us say how much memory the states may take.
    const set = new RE2Set(RE2Set.UNANCHORED, 0, maxStateBytes);
    set.add(source);
    set.compile();
    // What names other characters was meant for text as it is given.
    const isAscii = /^[\0-~]*$/.test(source);
    return (text) => set.match(isAscii ? percentEncoded(text) : text).length > 0;
  } catch {
    return null;
  }
}

const percentEncoded = (text: string): string =>
  /^[!-~]*$/.test(text) ? text : text.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent);
