const warned = new Set<string>();

/** Tells the page's developer once for each message. Nothing that the snippet does may throw into the page. */
export function warn(message: string, ...causes: unknown[]): void {
  if (warned.has(message)) return;
  warned.add(message);
  try {
    console.warn(`apex: ${message}`, ...causes);
  } catch {
    // A page may have replaced its console.
  }
}
