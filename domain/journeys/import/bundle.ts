import { createHash } from 'node:crypto';
import { inspectContent } from '../../email/content-problems';
import type { ContentReferences } from '../../email/content-references';
import { invalid, type ErrorDetail } from '../../errors';
import type { JourneyStep } from '../schemas';
import type { Bundle, BundleJourney, ItemKind } from './schemas';

/** The workspace's ids of the items that a bundle's journeys refer to, by external id. */
export type ItemIds = Readonly<Record<Exclude<ItemKind, 'journey'>, ReadonlyMap<string, string>>>;

export interface ReadBundle {
  bundle: Bundle;
  /** The references in the templates of its communications, by external id. */
  references: ReadonlyMap<string, ContentReferences>;
}

/**
 * Refuses a bundle that cannot be imported completely, with up to 100 reasons in `details`: repeated names, references
 * to items outside the bundle, and content that could not be saved on its own. Step graphs are checked when a journey
 * is published.
 * @returns the references in the templates of its communications, by external id
 * @throws AppError VALIDATION_ERROR
 */
export function assertImportable(bundle: Bundle): ReadBundle['references'] {
  const read = bundle.communications.map(({ externalId, commType, slots, html = null, text = null }) => ({
    externalId,
    ...inspectContent({ slots, html, text }, commType),
  }));
  const details = [
    ...repeatedNames(bundle),
    ...bundle.journeys.flatMap((journey, index) => unknownReferences(bundle, journey, `bundle.journeys.${index}`)),
    ...read.flatMap(({ problems }, index) =>
      problems.map(({ path, message }) => ({ path: `bundle.communications.${index}.${path}`, message })),
    ),
  ].slice(0, 100);
  const [first] = details;
  if (first !== undefined) throw invalid(`The bundle cannot be imported: "${first.path}": ${first.message}`, details);
  return new Map(read.map(({ externalId, references }) => [externalId, references]));
}

function repeatedNames(bundle: Bundle): ErrorDetail[] {
  return (['journeys', 'communications', 'audiences', 'triggerContracts'] as const).flatMap((list) => {
    const seen = new Set<string>();
    return bundle[list].flatMap(({ externalId }, index) => {
      if (!seen.has(externalId)) {
        seen.add(externalId);
        return [];
      }
      return [{ path: `bundle.${list}.${index}.externalId`, message: `"${externalId}" is used more than once.` }];
    });
  });
}

function unknownReferences(bundle: Bundle, journey: BundleJourney, path: string): ErrorDetail[] {
  const references = [
    { list: 'audiences', field: 'audienceId', id: journey.audienceId },
    { list: 'triggerContracts', field: 'triggerContractId', id: journey.triggerContractId },
    ...(journey.steps ?? []).flatMap((step, index) =>
      step.kind === 'send'
        ? [{ list: 'communications', field: `steps.${index}.communicationId`, id: step.communicationId } as const]
        : [],
    ),
  ] as const;
  return references.flatMap(({ list, field, id }) =>
    id === undefined || id === null || bundle[list].some(({ externalId }) => externalId === id)
      ? []
      : [{ path: `${path}.${field}`, message: `"${id}" does not exist in the ${list} of the bundle.` }],
  );
}

/** Replaces the external ids in a bundle's journey with the workspace's ids. */
export function resolveJourney(
  { externalId: _, ...journey }: BundleJourney,
  ids: ItemIds,
): Omit<BundleJourney, 'externalId'> {
  const { audienceId, triggerContractId, steps } = journey;
  return {
    ...journey,
    ...(audienceId === undefined ? {} : { audienceId: idOf(audienceId, ids.audience) }),
    ...(triggerContractId === undefined ? {} : { triggerContractId: idOf(triggerContractId, ids.trigger_contract) }),
    ...(steps === undefined ? {} : { steps: steps.map((step) => resolveStep(step, ids)) }),
  };
}

const resolveStep = (step: JourneyStep, ids: ItemIds): JourneyStep =>
  step.kind === 'send' ? { ...step, communicationId: idOf(step.communicationId, ids.communication) } : step;

function idOf<Id extends string | null>(externalId: Id, ids: ReadonlyMap<string, string>): Id | string {
  return externalId === null ? externalId : (ids.get(externalId) ?? externalId);
}

/** Returns a digest of an item's content. The order of its keys does not matter. */
export const digestOf = (item: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(item, (_, value: unknown) => sorted(value)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
