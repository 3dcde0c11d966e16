import { invalid } from '../../errors';
import { brazeFields } from './field-tables';
import { noteUnread } from './fields';
import { BundleDraft } from './bundle-draft';
import { BrazeSteps } from './braze-steps';
import { isObject } from '../../json/is-object';
import { cut, listOf, numberOf, snakeCase, textOf, type JsonRecord } from './read-json';
import type { Bundle } from './schemas';
import { flowEnd } from './step-graph';
import { brazeDialect } from './templates/braze-template';
import { sharesOf } from './weights';

/**
 * Translates a Braze Canvas into a bundle. The export contains the order of the steps and their messages, but no
 * conditions, delays or trigger. These must be set by hand.
 * Source: Braze's REST API, `GET /canvas/details`.
 * @throws AppError VALIDATION_ERROR if the export is not a Canvas with steps
 */
export function translateBraze(canvas: JsonRecord): Bundle {
  const steps = listOf(canvas['steps']).filter(isObject);
  if (steps.length === 0) {
    throw invalid('The export is not a response of /canvas/details: steps is missing or empty.', [
      { path: 'export.steps', message: 'must contain the steps of the Canvas' },
    ]);
  }
  const variants = listOf(canvas['variants']).filter(isObject);
  // The response has no id of the Canvas. The ids of its variants are stable, so use the first of them.
  const variantIds = variants.map(({ id }) => textOf(id) ?? '').sort();
  const name = textOf(canvas['name']) ?? 'Braze Canvas';
  const canvasId = variantIds.find((id) => id !== '') ?? textOf(canvas['created_at']) ?? name;
  const draft = new BundleDraft('braze', canvasId, brazeDialect);
  new BrazeSteps(draft).add(steps);
  noteUnread(draft, canvas, brazeFields);
  return draft.finish(
    {
      name,
      description: textOf(canvas['description']),
      triggerContractId: triggerOf(draft, canvas, canvasId),
    },
    entryOf(draft, variants, { steps, canvasId }),
  );
}

function triggerOf(draft: BundleDraft, canvas: JsonRecord, canvasId: string): string | null {
  const place = { sourceId: canvasId, path: 'schedule_type' };
  const type = textOf(canvas['schedule_type']) ?? 'none';
  if (!/api/.test(type)) {
    draft.note(
      'error',
      place,
      `The export does not contain the entry of the Canvas (${type}). Choose a trigger and an audience.`,
    );
    return null;
  }
  const eventName = `${snakeCase(textOf(canvas['name']) ?? '') || 'canvas'}_triggered`;
  draft.note('warning', place, `Send the event "${eventName}" where you triggered the Canvas with the API.`);
  return draft.trigger(place, { name: eventName, eventName });
}

/** Returns the first step: that of the only variant, or an experiment step between the variants. */
function entryOf(
  draft: BundleDraft,
  variants: readonly JsonRecord[],
  { steps, canvasId }: { steps: readonly JsonRecord[]; canvasId: string },
): string {
  const firsts = variants.map((variant, index) => {
    const ids = listOf(variant['first_step_ids']).map(textOf);
    if (ids.length > 1) {
      const place = { sourceId: textOf(variant['id']) ?? '', path: `variants.${index}.first_step_ids` };
      draft.note(
        'error',
        place,
        'The variant starts with several steps in parallel. An execution takes only the first.',
      );
    }
    return ids[0] ?? textOf(variant['first_step_id']) ?? flowEnd;
  });
  if (firsts.length === 0) return startOf(steps);
  if (firsts.length === 1) return firsts[0] ?? startOf(steps);
  const place = { sourceId: `variants-${canvasId}`, path: 'variants' };
  const given = variants.map(({ percentage, weight }) => numberOf(percentage ?? weight));
  if (given.includes(null))
    draft.note(
      'warning',
      place,
      'The export does not contain the weights of the variants. They are set to equal weights.',
    );
  const shares = sharesOf(given);
  draft.step(place, {
    kind: 'experiment',
    arms: firsts.map((next, index) => ({
      id: `variant-${index + 1}`,
      name: cut(textOf(variants[index]?.['name']) ?? `Variant ${index + 1}`, 200),
      weight: shares[index] ?? 0,
      next,
    })),
    allocation: 'fixed',
  });
  return place.sourceId;
}

/** Returns the first step for a Canvas without variants: the first to which no other step leads. */
function startOf(steps: readonly JsonRecord[]): string {
  const followed = new Set(
    steps.flatMap((step) => [
      ...listOf(step['next_step_ids']).map(textOf),
      ...listOf(step['next_paths'])
        .filter(isObject)
        .map((path) => textOf(path['next_step_id'])),
    ]),
  );
  const ids = steps.map(({ id }) => textOf(id) ?? '');
  return ids.find((id) => !followed.has(id)) ?? ids[0] ?? flowEnd;
}
