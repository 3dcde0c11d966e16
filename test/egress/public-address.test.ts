import { assertPublicHost, isPublicAddress, lookupPublic, PrivateAddressError } from '../../egress/public-address';

const refused: [string, string[]][] = [
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd00:ec2::254']],
  ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
  ['shared by carriers', ['100.64.0.1', '100.127.255.255']],
  ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1']],
  ['for benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['reserved', ['192.0.0.1', '240.0.0.1', '2001:100::1']],
  ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8']],
  ['IPv4-translated', ['::ffff:0:127.0.0.1']],
  ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::169.254.169.254', '::8.8.8.8', '::2']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::1', '64:ff9b:1:ffff::1', '64:ff9b:2::1']],
  ['6to4', ['2002::1', '2002:7f00:1::1', '2002:a9fe:a9fe::', '192.88.99.1']],
  ['Teredo', ['2001::1', '2001:0:7f00:1::', '2001:0:ffff::1']],
  ['ORCHID', ['2001:10::1', '2001:1f::1', '2001:20::1', '2001:2f::1']],
  ['site-local', ['fec0::1', 'feff::1']],
  ['discard', ['100::1', '100:0:0:1::1']],
  ['segment routing', ['5f00::1']],
  ['not given out by IANA', ['4000::1', '8000::1', 'e000::1', '1::1', '200::1']],
  ['no address', ['', 'localhost', '8.8.8', '::1::', '[::1]']],
];

const cases = refused.flatMap(([what, addresses]) => addresses.map((address) => [what, address] as const));

/** Resolves a name as a connection would. */
const resolve = (name: string, all: boolean): Promise<unknown> =>
  new Promise((settle) => {
    lookupPublic(name, { all }, (error, address, family) => settle(error ?? [address, family]));
  });

test.each(cases)('%s: %j is not public', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '192.0.3.1',
  '2606:4700::1111',
  '2a00:1450::1',
  '2001:4860::8888',
  '2400::1',
])('%s is public', async (address) => {
  expect(isPublicAddress(address)).toBe(true);
  const family = address.includes(':') ? 6 : 4;
  expect(await resolve(address, false)).toEqual([address, family]);
  expect(await resolve(address, true)).toEqual([[{ address, family }], undefined]);
});

test.each(cases.filter(([what]) => what !== 'no address'))(
  '%s: no connection and no URL leads to %s',
  async (_what, address) => {
    expect(await resolve(address, true)).toBeInstanceOf(PrivateAddressError);
    expect(await resolve(address, false)).toBeInstanceOf(PrivateAddressError);
    if (address.includes('%')) return;
    const url = new URL(`https://${address.includes(':') ? `[${address}]` : address}/`);
    expect(() => assertPublicHost(url)).toThrow(PrivateAddressError);
  },
);

test('a name is refused if one of its addresses is not public', async () => {
  expect(await resolve('localhost', true)).toBeInstanceOf(PrivateAddressError);
  expect(await resolve('name.invalid', true)).toMatchObject({ code: 'ENOTFOUND' });
  expect(() => assertPublicHost(new URL('https://localhost/'))).not.toThrow();
});
