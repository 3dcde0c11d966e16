const warned = new Set<string>();

/** Warns the page's developer once per message. Never throws into the page. */
export function warn(message: string, ...causes: unknown[]): void {
  if (warned.has(message)) return;
  warned.add(message);
  try {
    console.warn(`apex: ${message}`, ...causes);
  } catch {
    // A page may have replaced its console.
  }
}
