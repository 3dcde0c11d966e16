/**
 * Whether `new URL(text)` succeeds. In place of `URL.canParse`, which is wrong in Node 20 once V8 has optimised its caller: an address
 * with letters such as `ü`, which V8 holds in one byte each, is none from then on.
 */
export function isParsableUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
