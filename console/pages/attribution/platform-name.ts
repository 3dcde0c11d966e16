import { platformNames } from '../../../domain/connections/platform-names';
import { formatWords } from '../../format/words';

/** Returns the name of a connector: `meta_ads` is "Meta Ads". Imported ones are formatted as words. */
export const platformName = (connectorType: string): string =>
  (platformNames as Partial<Record<string, string>>)[connectorType] ?? formatWords(connectorType);
