/** Levels of nesting that are taken at most. */
const maxDepth = 50;

/**
 * What keeps a parsed JSON value from being stored: nesting over 50 levels, or text that PostgreSQL cannot hold.
 * @returns the reason, as the end of a sentence such as "The body …"; null when nothing does
 */
export const unstorable = (root: unknown): string | null => inspect(root).unstorable;

export interface Inspection {
  /** As {@link unstorable}. */
  unstorable: string | null;
  /** Bytes that the value has at most as JSON: usually several times too much, and cheap to tell. */
  maxBytes: number;
}

/** The most bytes that one UTF-16 unit takes in JSON: an escape such as `\u001f`. */
const bytesOfUnit = 6;
const bytesOfNumber = 25;

/** Looks at every part of a parsed JSON value once. Without recursion, as the depth is the sender's choice. */
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
  if (text.includes('\0')) return 'holds a NUL character (\\u0000), which cannot be stored.';
  if (!text.isWellFormed()) return 'holds half of a surrogate pair, which is not valid Unicode.';
  return null;
}
