import { headerMask } from './header-mask';

/** A user and a password in the address of a webhook, which go out as the header Authorization, and are as secret as it is. */

interface AddressUser {
  username: string;
  password: string;
}

const masked: AddressUser = { username: headerMask, password: '' };

const userOf = (address: string): AddressUser => {
  const { username, password } = new URL(address);
  return { username, password };
};

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
 * An address as it is to be stored: the user of the one that is stored in place of its mask, as long as both are of one host.
 * @param before null when the step is new, or was none that calls
 * @returns what stands against it, in place of an address
 */
export function restoreAddress(given: string, before: string | null): { address: string } | { problem: string } {
  if (!hasUser(given)) return { address: given };
  const stored = before !== null && new URL(before).origin === new URL(given).origin ? userOf(before) : null;
  if (isSame(userOf(given), masked)) {
    if (before === null || !hasUser(before))
      return { problem: 'has no stored credentials that the mask could stand for' };
    if (stored === null) return { problem: 'is of another host now: send it without credentials' };
    return { address: given === maskAddress(before) ? before : withUser(given, stored) };
  }
  // What was stored before addresses were refused such goes on, until it is changed.
  if (stored !== null && isSame(userOf(given), stored)) return { address: given };
  return {
    problem:
      'holds a user or a password: put them into a secret, and send the header Authorization with "Basic {{ secrets.x | base64_encode }}"',
  };
}
