import { recognizeProvider } from '../../../../domain/journeys/import/recognize-provider';
import { isObject } from '../../../../domain/json/is-object';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Provider } from '../../../../domain/journeys/import/schemas';
import { maxBodyBytes } from '../../../../domain/json/max-body-bytes';
import { readBundle, type Bundle } from './read-bundle';

export interface Export {
  exported: JsonRecord;
  /** Null when it has the form of none. */
  provider: Provider | null;
}

/** Bytes of a file that is read at all: written with indents, an export is a few times as long as what is sent. */
export const mostFileBytes = 10 * maxBodyBytes;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** @param bytes of a file, or of what is sent of it */
export const tooLarge = (bytes: number): string =>
  `The export has ${megabytes(bytes)}, and ${megabytes(maxBodyBytes)} can be translated at once. ` +
  'Export a single flow, without what is not part of it.';

/** @returns the export of a provider, a bundle of this service, or what is wrong with it and what to do */
export function readExport(text: string): Export | { bundle: Bundle } | { problem: string } {
  let exported: unknown;
  try {
    exported = JSON.parse(text);
  } catch {
    return { problem: 'This is not JSON. Save what the provider’s API answers, as it is: it begins with "{".' };
  }
  if (!isObject(exported)) {
    return { problem: 'This is JSON, but no object. An export begins with "{": see below what it has to hold.' };
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ provider: 'customerio', export: exported })).length;
  if (bytes > maxBodyBytes) return { problem: tooLarge(bytes) };
  return readBundle(exported) ?? { exported, provider: recognizeProvider(exported) };
}
