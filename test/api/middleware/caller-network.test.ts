import { callerNetwork } from '../../../api/middleware/caller-network';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['', ''],
  ['unknown', 'unknown'],
  ['x'.repeat(5_000), 'x'.repeat(45)],
])('%s is counted as %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
