import { channelOfConnector } from '../../../domain/attribution/costs';

test.each([
  ['google_ads', 'paid_search'],
  ['microsoft_ads', 'paid_search'],
  ['meta_ads', 'paid_social'],
  ['linkedin_ads', 'paid_social'],
  ['tiktok-ads', 'paid_social'],
  ['youtube_ads', 'paid_video'],
  ['google_display', 'display'],
  ['affiliate_network', 'affiliates'],
  ['billboards', 'other'],
  ['constructor', 'other'],
])('spend of %s is spend on %s', (connector, channel) => {
  expect(channelOfConnector(connector)).toBe(channel);
});
