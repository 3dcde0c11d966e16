import { isObject } from '../../../../domain/json/is-object';
import { listOf, objectOf, type JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Schemas } from '../../../api/client';
import { bundleRows } from './describe-bundle';

export type Bundle = Schemas['Bundle'];

const listNames = ['journeys', 'communications', 'audiences', 'triggerContracts'] as const;

/** The bundle, by itself or as the body of a request to import it; null for what has no list of a bundle beside its `source`. */
function findBundle(given: JsonRecord): JsonRecord | null {
  const bundle = isObject(given['bundle']) ? given['bundle'] : given;
  const hasItems = listNames.some((name) => listOf(bundle[name]).length > 0);
  return typeof bundle['source'] === 'string' && hasItems ? bundle : null;
}

/** What each item of a list is known by. */
const namedBy = { journeys: 'name', communications: 'name', audiences: 'name', triggerContracts: 'eventName' } as const;

/** Where a part that is shown is missing; null when all of them are there. The API checks the rest. */
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
 * A bundle in the form of this service: what translating answers, and importing takes.
 * @returns null when it is none; what is wrong with one that cannot be shown
 */
export function readBundle(given: JsonRecord): { bundle: Bundle } | { problem: string } | null {
  const found = findBundle(given);
  if (found === null) return null;
  const missing = missingPart(found);
  if (missing !== null) return { problem: `This is a bundle, but ${missing} is missing or of another form.` };
  const bundle = found as unknown as Bundle;
  try {
    bundleRows(bundle);
  } catch {
    return { problem: 'This is a bundle, but a condition in it is of another form.' };
  }
  return { bundle };
}
