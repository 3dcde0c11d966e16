/** Last words of the names of variables that open something: they must not be kept, so not in tags either. */
const secretNames = new Set(['code', 'otp', 'pin', 'passcode', 'password', 'token', 'secret']);
/** Codes that open nothing, by the word before: campaigns are told apart by them. */
const harmlessCodes = new Set([
  ...['discount', 'promo', 'promotion', 'coupon', 'voucher', 'campaign', 'referral'],
  ...['country', 'region', 'area', 'zip', 'postal', 'post', 'currency', 'language', 'product', 'color'],
]);

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
    else if (isSecret(key) && String(value).trim() !== '') yield String(value).trim();
  }
}

/** By the last word of `verification_code`, `verificationCode` and `user.code`. */
function isSecret(key: string): boolean {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = words.at(-1) ?? '';
  return secretNames.has(last) && !(last === 'code' && harmlessCodes.has(words.at(-2) ?? ''));
}
