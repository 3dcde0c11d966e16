import { isObject } from '../../../../domain/json/is-object';
import { listOf, objectOf, type JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Schemas } from '../../../api/client';
import { bundleRows } from './describe-bundle';

export type Bundle = Schemas['Bundle'];

const listNames = ['journeys', 'communications', 'audiences', 'triggerContracts'] as const;

/** Returns the bundle, or the bundle in an import request; null if it has no `source` or no items. */
function findBundle(given: JsonRecord): JsonRecord | null {
  const bundle = isObject(given['bundle']) ? given['bundle'] : given;
  const hasItems = listNames.some((name) => listOf(bundle[name]).length > 0);
  return typeof bundle['source'] === 'string' && hasItems ? bundle : null;
}

/** The name field of the items in each list. */
const namedBy = { journeys: 'name', communications: 'name', audiences: 'name', triggerContracts: 'eventName' } as const;

/** Returns the path of a missing part that the preview needs; null if complete. The API checks the rest. */
function missingPart(bundle: JsonRecord): string | null {
  for (const list of listNames) {
    for (const [place, item] of listOf(bundle[list]).entries()) {
      const path = `${list}.${place}`;
      if (!isObject(item)) return path;
      const name = ['externalId', namedBy[list]].find((key) => typeof item[key] !== 'string');
      if (name !== undefined) return `${path}.${name}`;
      const { steps = [] } = item;
      if (!Array.isArray(steps)) return `${path}.steps`;
      const other = steps.findIndex((step) => typeof objectOf(step)['kind'] !== 'string');
      if (other >= 0) return `${path}.steps.${other}.kind`;
    }
  }
  return null;
}

/**
 * Reads a bundle in the format of the translate and import routes.
 * @returns null if it is not a bundle; the problem if the bundle cannot be shown
 */
export function readBundle(given: JsonRecord): { bundle: Bundle } | { problem: string } | null {
  const found = findBundle(given);
  if (found === null) return null;
  const missing = missingPart(found);
  if (missing !== null) return { problem: `The bundle is not valid: ${missing} is missing or has the wrong type.` };
  const bundle = found as unknown as Bundle;
  try {
    bundleRows(bundle);
  } catch {
    return { problem: 'The bundle is not valid: a condition in it has the wrong form.' };
  }
  return { bundle };
}
