/** Levels of nesting that are taken at most. */
const maxDepth = 50;

/**
 * What keeps a parsed JSON value from being stored: nesting over 50 levels, or text that PostgreSQL cannot hold. Walks without
 * recursion, as the depth is the sender's choice.
 * @returns the reason, as the end of a sentence such as "The body …"; null when nothing does
 */
export function unstorable(root: unknown): string | null {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string') {
      const reason = unstorableText(value);
      if (reason !== null) return reason;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep.`;
    for (const [key, child] of Object.entries(value)) {
      const reason = unstorableText(key);
      if (reason !== null) return reason;
      stack.push({ value: child, depth: depth + 1 });
    }
  }
  return null;
}

function unstorableText(text: string): string | null {
  if (text.includes('\0')) return 'holds a NUL character (\\u0000), which cannot be stored.';
  if (!text.isWellFormed()) return 'holds half of a surrogate pair, which is not valid Unicode.';
  return null;
}
