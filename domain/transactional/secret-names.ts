import { snakeCase } from '../email/variables';

/** The last words in names of variables that grant access. */
const codeNames = new Set(['code', 'otp', 'pin', 'passcode', 'password', 'token', 'secret']);
/** Words before `code` in names of codes that grant no access, such as those of campaigns. */
const harmlessCodes = new Set([
  ...['discount', 'promo', 'promotion', 'coupon', 'voucher', 'campaign', 'referral'],
  ...['country', 'region', 'area', 'zip', 'postal', 'post', 'currency', 'language', 'product', 'color'],
]);
/** The purposes of one-time links: the word before `url` or `link`. */
const oneTimeLinks = new Set([
  ...['reset', 'accept', 'approve', 'verify', 'verification', 'confirm', 'confirmation', 'activate', 'activation'],
  ...['magic', 'login', 'signin', 'unlock', 'invite', 'invitation', 'recovery', 'recover', 'onboarding'],
]);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/**
 * Checks whether a variable contains a code, by the last word of its name: `verification_code`, `verificationCode`,
 * `user.code`.
 */
export function isCodeName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return codeNames.has(last) && !(last === 'code' && harmlessCodes.has(words.at(-2) ?? ''));
}

/** Checks whether a variable contains a one-time link, such as `reset_url` and `accept_url` of the catalog. */
export function isSecretLinkName(name: string): boolean {
  const words = wordsOf(snakeCase(name));
  return ['url', 'link'].includes(words.at(-1) ?? '') && oneTimeLinks.has(words.at(-2) ?? '');
}

/** Checks whether a variable contains a code or a one-time link, such as `code` and `reset_url` of the catalog. */
export const isSecretName = (name: string): boolean => isSecretLinkName(name) || isCodeName(name);

/** Shorter values would be found in any text. */
const shortest = 4;

/** Returns the values of variables that grant access. */
export function secretValues(variables: unknown): string[] {
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).flatMap(([name, value]) => {
    if (typeof value === 'object') return secretValues(value);
    const text = String(value).trim();
    return isSecretName(name) && text.length >= shortest ? [text] : [];
  });
}
