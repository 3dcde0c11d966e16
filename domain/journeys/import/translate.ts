import { translateBraze } from './braze';
import { translateCustomerio } from './customerio';
import { translateKlaviyo } from './klaviyo';
import { translateMailchimp } from './mailchimp';
import { invalid } from '../../errors';
import type { JsonRecord } from './read-json';
import type { Bundle, Provider } from './schemas';

const translations: Record<Provider, (exported: JsonRecord) => Bundle> = {
  klaviyo: translateKlaviyo,
  braze: translateBraze,
  customerio: translateCustomerio,
  mailchimp: translateMailchimp,
};

/** Values of an export: texts, numbers, objects and lists, at any depth. A flow of 500 steps has some 20,000. */
const mostValues = 40_000;

/**
 * Refuses an export whose translation would take long for what it holds.
 * @param exported parsed JSON
 * @throws AppError VALIDATION_ERROR
 */
export function assertFewValues(exported: unknown): void {
  const waiting: object[] = [[exported]];
  let count = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const inside: unknown[] = Object.values(value);
    count += inside.length;
    if (count > mostValues) {
      const message = `The export has more than ${mostValues} values: send the flow by itself, without what is not part of it.`;
      throw invalid(message, [{ path: 'export', message }]);
    }
    for (const one of inside) if (typeof one === 'object' && one !== null) waiting.push(one);
  }
}

/**
 * One flow of another provider as a bundle. What is not supported is listed in `unmapped`. Pure: the same export gives the same
 * bundle, with the same external ids.
 * @throws AppError VALIDATION_ERROR for an export that is nothing of that provider
 */
export const translateExternal = (provider: Provider, exported: JsonRecord): Bundle => translations[provider](exported);
