import { isObject } from '../../json/is-object';
import { listOf, objectOf } from './read-json';
import type { Provider } from './schemas';

/**
 * Recognizes the provider of an export by fields that only its exports have.
 * @param exported parsed JSON
 * @returns null if no provider matches
 */
export function recognizeProvider(exported: unknown): Provider | null {
  const { data, campaign, actions, automation, emails, steps } = objectOf(exported);
  if (isObject(objectOf(objectOf(data)['attributes'])['definition'])) return 'klaviyo';
  if (isObject(campaign) && Array.isArray(actions)) return 'customerio';
  if (isObject(automation) && emails !== undefined) return 'mailchimp';
  return listOf(steps).some(isObject) ? 'braze' : null;
}
