/** Last words of the names of variables that open something: they must not be kept, so not in tags either. */
const secretNames = new Set(['code', 'otp', 'pin', 'passcode', 'password', 'token', 'secret']);

/** A shorter value is compared as a whole: single digits are found in any order number. */
const shortestContained = 4;

/**
 * Keys of tags that hold a code from the variables, in value or key. Tags are stored and shown, codes never (specification,
 * "Transactional email", rule 7).
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
    else if (secretNames.has(lastWord(key)) && String(value).trim() !== '') yield String(value).trim();
  }
}

/** Of `verification_code`, `verificationCode` and `user.code`: `code`. */
const lastWord = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .at(-1) ?? '';
