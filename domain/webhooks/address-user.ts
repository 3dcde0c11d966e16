import { headerMask } from './header-mask';

/**
 * Handles a user and password in a webhook's address. They are sent as the Authorization header, and are as secret as
 * it is.
 */

interface AddressUser {
  username: string;
  password: string;
}

const masked: AddressUser = { username: headerMask, password: '' };

/** The address of a step in a draft may be empty. */
const userOf = (address: string): AddressUser => {
  if (address === '') return { username: '', password: '' };
  const { username, password } = new URL(address);
  return { username, password };
};

/** Checks whether both addresses have the same origin. An empty one has none. */
export const isSameOrigin = (one: string, other: string): boolean =>
  one !== '' && other !== '' && new URL(one).origin === new URL(other).origin;

function withUser(address: string, { username, password }: AddressUser): string {
  const url = new URL(address);
  url.username = username;
  url.password = password;
  return url.href;
}

const isSame = (one: AddressUser, other: AddressUser): boolean =>
  one.username === other.username && one.password === other.password;

export const hasUser = (address: string): boolean => !isSame(userOf(address), { username: '', password: '' });

export const withoutUser = (address: string): string =>
  hasUser(address) ? withUser(address, { username: '', password: '' }) : address;

export const maskAddress = (address: string): string => (hasUser(address) ? withUser(address, masked) : address);

/**
 * Returns the address to store. Its masked credentials are replaced with the stored ones if both addresses have the
 * same host.
 * @param before null if the step is new, or was not a webhook
 * @returns the address, or the problem with it
 */
export function restoreAddress(given: string, before: string | null): { address: string } | { problem: string } {
  if (!hasUser(given)) return { address: given };
  const stored = before !== null && isSameOrigin(before, given) ? userOf(before) : null;
  if (isSame(userOf(given), masked)) {
    if (before === null || !hasUser(before)) return { problem: 'has no stored credentials to replace the mask' };
    if (stored === null) return { problem: 'has a different host. Send it without credentials' };
    return { address: given === maskAddress(before) ? before : withUser(given, stored) };
  }
  // Addresses that were stored before credentials were refused stay valid until they change.
  if (stored !== null && isSame(userOf(given), stored)) return { address: given };
  return {
    problem:
      'must not contain a user or password. Store them in a secret, and send the header Authorization with ' +
      '"Basic {{ secrets.x | base64_encode }}"',
  };
}
