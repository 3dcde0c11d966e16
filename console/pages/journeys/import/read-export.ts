import { recognizeProvider } from '../../../../domain/journeys/import/recognize-provider';
import { isObject } from '../../../../domain/json/is-object';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Provider } from '../../../../domain/journeys/import/schemas';
import { maxBodyBytes } from '../../../../domain/json/max-body-bytes';
import { readBundle, type Bundle } from './read-bundle';

export interface Export {
  exported: JsonRecord;
  /** Null if it was not recognized. */
  provider: Provider | null;
}

/** The maximum file size. Indentation makes a file several times larger than the request. */
export const maxFileBytes = 10 * maxBodyBytes;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** @param bytes the size of the file or of the request */
export const tooLarge = (bytes: number): string =>
  `The export is ${megabytes(bytes)}; the limit is ${megabytes(maxBodyBytes)}. ` +
  'Export a single flow without unrelated data.';

/** @returns the export of a provider, a bundle, or the problem with what to do */
export function readExport(text: string): Export | { bundle: Bundle } | { problem: string } {
  let exported: unknown;
  try {
    exported = JSON.parse(text);
  } catch {
    return { problem: 'The file is not JSON. Save the unchanged response of the provider’s API. It starts with "{".' };
  }
  if (!isObject(exported)) {
    return { problem: 'The file is not a JSON object. An export starts with "{". See the file requirements below.' };
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ provider: 'customerio', export: exported })).length;
  if (bytes > maxBodyBytes) return { problem: tooLarge(bytes) };
  return readBundle(exported) ?? { exported, provider: recognizeProvider(exported) };
}
