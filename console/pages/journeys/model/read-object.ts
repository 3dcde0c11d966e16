/** Parses a JSON object; null for anything else. */
export function readObject(text: string): Record<string, never> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, never>) : null;
  } catch {
    return null;
  }
}
