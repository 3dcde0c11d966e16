/**
 * Checks whether `new URL(text)` succeeds. `URL.canParse` is wrong in Node 20 after V8 has optimized its caller: it
 * then refuses addresses with letters such as `ü`, which V8 stores in one byte each.
 */
export function isParsableUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
