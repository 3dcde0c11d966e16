import { isCodeName } from './secret-names';

/** A shorter code must equal the whole text, because single digits occur in any order number. */
const shortestContained = 4;

/**
 * Finds the tags that contain a code from the variables, in key or value, and returns their keys. Tags are stored and
 * shown; codes must not be.
 */
export function tagsWithCodes(tags: Readonly<Record<string, unknown>>, variables: unknown): string[] {
  const codes = [...codesIn(variables)];
  const holds = (text: string, code: string): boolean =>
    text === code || (code.length >= shortestContained && text.includes(code));
  return Object.entries(tags)
    .filter(([key, value]) => codes.some((code) => holds(key, code) || holds(String(value).trim(), code)))
    .map(([key]) => key);
}

function* codesIn(variables: unknown): Generator<string> {
  if (typeof variables !== 'object' || variables === null) return;
  for (const [key, value] of Object.entries(variables)) {
    if (typeof value === 'object') yield* codesIn(value);
    else if (isCodeName(key) && String(value).trim() !== '') yield String(value).trim();
  }
}
