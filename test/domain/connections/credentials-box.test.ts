import { openCredentials, readCredentialsKeys, sealCredentials } from '../../../domain/connections/credentials-box';

const keys = [
  { id: 'new', key: Buffer.alloc(32, 1) },
  { id: 'old', key: Buffer.alloc(32, 2) },
];
const owner = { workspaceId: 'wsp_1', connectionId: 'con_1' };
const nonce = Buffer.alloc(12, 3);

test('credentials open only unchanged, for the same owner and with the same key', () => {
  const sealed = sealCredentials(keys, owner, '{"token":"ä"}', nonce);
  expect(sealed.keyId).toBe('new');
  expect(openCredentials(keys, owner, sealed)).toBe('{"token":"ä"}');
  expect(openCredentials([...keys].reverse(), owner, sealed)).toBe('{"token":"ä"}');
  expect(openCredentials(keys.slice(1), owner, sealed)).toBeNull();
  expect(openCredentials(keys, { ...owner, connectionId: 'con_2' }, sealed)).toBeNull();
  expect(openCredentials(keys, { ...owner, workspaceId: 'wsp_2' }, sealed)).toBeNull();
  expect(openCredentials(keys, owner, { ...sealed, keyId: 'old' })).toBeNull();
  for (let index = 0; index < sealed.bytes.length; index += 1) {
    const bytes = Buffer.from(sealed.bytes);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    expect(openCredentials(keys, owner, { ...sealed, bytes })).toBeNull();
  }
  expect(openCredentials(keys, owner, { ...sealed, bytes: sealed.bytes.subarray(0, 20) })).toBeNull();
});

test('parses the configured keys and rejects malformed ones', () => {
  const base64 = Buffer.alloc(32, 255).toString('base64');
  expect(readCredentialsKeys('')).toEqual([]);
  expect(readCredentialsKeys(` a:${base64} , b:${base64}`).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(readCredentialsKeys(`a:${base64}`)[0]?.key).toEqual(Buffer.alloc(32, 255));
  for (const wrong of [base64, `a:${base64},a:${base64}`, 'a:c2hvcnQ=', `a b:${base64}`, `a:${base64}x`]) {
    expect(() => readCredentialsKeys(wrong)).toThrow(RangeError);
  }
});
