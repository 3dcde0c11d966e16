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

/** The limit for texts, numbers, objects and lists of an export, at any depth. A flow of 500 steps has about 20,000. */
const maxValues = 40_000;

/**
 * Refuses an export with too many values, because its translation would take too long.
 * @param exported parsed JSON
 * @throws AppError VALIDATION_ERROR
 */
export function assertFewValues(exported: unknown): void {
  const waiting: object[] = [[exported]];
  let count = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const inside: unknown[] = Object.values(value);
    count += inside.length;
    if (count > maxValues) {
      const message = `The export has more than ${maxValues} values. Send only the flow, without other data.`;
      throw invalid(message, [{ path: 'export', message }]);
    }
    for (const one of inside) if (typeof one === 'object' && one !== null) waiting.push(one);
  }
}

/**
 * Translates one flow of another provider into a bundle. Unsupported parts are listed in `unmapped`. It is pure: the
 * same export gives the same bundle with the same external ids.
 * @throws AppError VALIDATION_ERROR if the export is not from that provider
 */
export const translateExternal = (provider: Provider, exported: JsonRecord): Bundle => translations[provider](exported);
