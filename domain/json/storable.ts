/** The deepest nesting that is accepted. */
const maxDepth = 50;

/**
 * Returns why a parsed JSON value cannot be stored: nesting deeper than 50 levels, or text that PostgreSQL cannot
 * store.
 * @returns the reason, as the end of a sentence such as "The body …"; null if it can be stored
 */
export const unstorable = (root: unknown): string | null => inspect(root).unstorable;

export interface Inspection {
  /** The result of {@link unstorable}. */
  unstorable: string | null;
  /**
   * An upper bound of the value's size as JSON, in bytes. It is cheap to compute, and usually several times too high.
   */
  maxBytes: number;
}

/** The most bytes of one UTF-16 unit in JSON: an escape such as `\u001f`. */
const bytesOfUnit = 6;
const bytesOfNumber = 25;

/** Visits each part of a parsed JSON value once, without recursion, because the sender chooses the depth. */
export function inspect(root: unknown): Inspection {
  const stack: unknown[] = [root];
  const depths: number[] = [1];
  let maxBytes = 0;
  while (stack.length > 0) {
    const value = stack.pop();
    const depth = depths.pop() ?? 1;
    maxBytes += bytesOfNumber;
    if (typeof value === 'string') {
      const reason = unstorableText(value);
      if (reason !== null) return { unstorable: reason, maxBytes };
      maxBytes += bytesOfUnit * value.length;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return { unstorable: `is nested more than ${maxDepth} levels deep.`, maxBytes };
    for (const key of Object.keys(value)) {
      const reason = unstorableText(key);
      if (reason !== null) return { unstorable: reason, maxBytes };
      maxBytes += bytesOfUnit * (key.length + 1);
      stack.push((value as Record<string, unknown>)[key]);
      depths.push(depth + 1);
    }
  }
  return { unstorable: null, maxBytes };
}

function unstorableText(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character (\\u0000), which cannot be stored.';
  if (!text.isWellFormed()) return 'contains an unpaired surrogate, which is not valid Unicode.';
  return null;
}
