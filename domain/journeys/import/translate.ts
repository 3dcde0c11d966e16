import { translateBraze } from './braze';
import { translateCustomerio } from './customerio';
import { translateKlaviyo } from './klaviyo';
import { translateMailchimp } from './mailchimp';
import type { JsonRecord } from './read-json';
import type { Bundle, Provider } from './schemas';

const translations: Record<Provider, (exported: JsonRecord) => Bundle> = {
  klaviyo: translateKlaviyo,
  braze: translateBraze,
  customerio: translateCustomerio,
  mailchimp: translateMailchimp,
};

/**
 * One flow of another provider as a bundle. What has no form here is listed in `unmapped`. Pure: the same export gives the same
 * bundle, with the same external ids.
 * @throws AppError VALIDATION_ERROR for an export that is nothing of that provider
 */
export const translateExternal = (provider: Provider, exported: JsonRecord): Bundle => translations[provider](exported);
