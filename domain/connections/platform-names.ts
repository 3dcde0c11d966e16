import type { ConnectedType } from './schemas';

/** As people know them. */
export const platformNames: Record<ConnectedType, string> = {
  google_ads: 'Google Ads',
  meta_ads: 'Meta Ads',
  linkedin_ads: 'LinkedIn Ads',
};
