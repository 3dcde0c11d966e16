import type { ConnectedType } from './schemas';

/** The display names of platforms. */
export const platformNames: Record<ConnectedType, string> = {
  google_ads: 'Google Ads',
  meta_ads: 'Meta Ads',
  linkedin_ads: 'LinkedIn Ads',
};
