import { snakeCase } from '../email/variables';

/** Last words of the names of variables that open something. */
const codeNames = new Set(['code', 'otp', 'pin', 'passcode', 'password', 'token', 'secret']);
/** Codes that open nothing, by the word before: they distinguish campaigns. */
const harmlessCodes = new Set([
  ...['discount', 'promo', 'promotion', 'coupon', 'voucher', 'campaign', 'referral'],
  ...['country', 'region', 'area', 'zip', 'postal', 'post', 'currency', 'language', 'product', 'color'],
]);
/** What links that work once do, by the word before `url` or `link`. */
const oneTimeLinks = new Set([
  ...['reset', 'accept', 'approve', 'verify', 'verification', 'confirm', 'confirmation', 'activate', 'activation'],
  ...['magic', 'login', 'signin', 'unlock', 'invite', 'invitation', 'recovery', 'recover', 'onboarding'],
]);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Whether a variable holds a code, by the last word of `verification_code`, `verificationCode` and `user.code`. */
export function isCodeName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return codeNames.has(last) && !(last === 'code' && harmlessCodes.has(words.at(-2) ?? ''));
}

/** Whether a variable holds a link that works once, such as `reset_url` and `accept_url` of the catalog. */
export function isSecretLinkName(name: string): boolean {
  const words = wordsOf(snakeCase(name));
  return ['url', 'link'].includes(words.at(-1) ?? '') && oneTimeLinks.has(words.at(-2) ?? '');
}

/** Whether a variable holds a code or a link that works once: `reset_url` and `code` of the catalog, and what is named like them. */
export const isSecretName = (name: string): boolean => isSecretLinkName(name) || isCodeName(name);

/** A shorter value is found in anything. */
const shortest = 4;

/** The values of variables that open something. */
export function secretValues(variables: unknown): string[] {
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).flatMap(([name, value]) => {
    if (typeof value === 'object') return secretValues(value);
    const text = String(value).trim();
    return isSecretName(name) && text.length >= shortest ? [text] : [];
  });
}
