import { type Experiment, findExperiment } from '../../db/experiments/experiments';
import { assignVariant } from '../../domain/experiments/allocate';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import { createExperiment, promoteVariant, updateExperiment } from '../../operations/experiments/experiments';
import { learnFromExperiment, reweighBandit } from '../../operations/experiments/learn-from-experiment';
import { evaluateExperiment } from '../../operations/experiments/evaluate-experiment';
import { shopExperiments, type BeliefKey, type ConversionKey, type ShopExperiment } from './experiments';
import { setBack } from './set-back';
import type { Shop } from './shop-context';
import type { Shown } from './visit-events';
import { startOfDay } from './visits';

/** A moment of the history in which something is done to an experiment, before the later visits arrive. */
export interface Chapter {
  /** Milliseconds since the epoch. */
  at: number;
  run: () => Promise<void>;
}

/** Days between two updates of the weights of the bandit. */
const banditDays = 4;

/**
 * Creates the shop's experiments as drafts, and returns the chapters in which they start, learn and end. The service
 * decides, promotes and reweighs them by its own rules and the visits until then; only the times are set back.
 */
export async function prepareExperiments(
  shop: Shop,
  ids: { conversionIds: Record<ConversionKey, string>; beliefIds: Record<BeliefKey, string> },
): Promise<{ chapters: Chapter[]; shown: Shown[] }> {
  const shown: Shown[] = [];
  const chapters: Chapter[] = [];
  for (const given of shopExperiments) {
    const id = await createDraft(shop, given, ids);
    const at = (day: number): number => startOfDay(shop.now, day) + 5 * 3_600_000;
    const start = { at: at(given.from), run: () => startExperiment(shop, id, { given, shown, at: at(given.from) }) };
    chapters.push(start);
    if (given.engine === 'thompson') {
      for (let day = given.from + banditDays; day <= 0; day += banditDays) {
        chapters.push({ at: at(day), run: () => reweigh(shop, id, { given, shown, at: at(day) }) });
      }
    }
    const { to } = given;
    if (to !== null) chapters.push({ at: at(to), run: () => endExperiment(shop, id, { given, shown, at: at(to) }) });
  }
  await createExperiment(shop, shop.actor, {
    name: 'Reviews above the price',
    targetUrl: 'https://shop.example.com/products/*',
    primaryMetric: ids.conversionIds.cart,
    mde: 0.15,
    variants: [{ name: 'Below the price' }, { name: 'Above the price', css: '.reviews { order: -1; }' }],
  });
  return { chapters, shown };
}

async function createDraft(
  shop: Shop,
  { name, targetUrl, engine, mde, primary, guardrail, belief, variants, from }: ShopExperiment,
  { conversionIds, beliefIds }: Parameters<typeof prepareExperiments>[1],
): Promise<string> {
  const { database, actor, workspaceId, now } = shop;
  const { id } = await createExperiment({ database }, actor, {
    name,
    targetUrl,
    engine,
    mde,
    primaryMetric: conversionIds[primary],
    guardrailMetrics: guardrail === undefined ? [] : [conversionIds[guardrail]],
    beliefId: belief === undefined ? null : beliefIds[belief],
    variants: variants.map(({ effect: _effect, ...variant }) => variant),
  });
  const created = startOfDay(now, from - 2) + 9 * 3_600_000;
  await database('experiments')
    .where({ workspace_id: workspaceId, id })
    .update({ created_at: new Date(created) });
  await setBack(shop, created);
  return id;
}

interface Moment {
  given: ShopExperiment;
  /** What visitors are shown from now on. */
  shown: Shown[];
  at: number;
}

async function startExperiment(shop: Shop, id: string, { given, shown, at }: Moment): Promise<void> {
  const experiment = await updateExperiment(shop, shop.actor, id, { status: 'running' });
  await setExperimentBack(shop, id, at, { started_at: new Date(at) });
  show(shown, given, experiment);
}

/** Shows visitors an experiment with its weights of now. */
function show(shown: Shown[], given: ShopExperiment, experiment: Experiment): void {
  const { id } = experiment;
  hide(shown, id);
  shown.push({
    experimentId: id,
    isOn: given.isOn,
    variantFor: (visitorId) => {
      const variant = assignVariant(experiment, visitorId);
      return variant && { id: variant.id, effect: effectOf(given, variant.id) };
    },
  });
}

function hide(shown: Shown[], id: string): void {
  const index = shown.findIndex(({ experimentId }) => experimentId === id);
  if (index >= 0) shown.splice(index, 1);
}

const effectOf = ({ variants }: ShopExperiment, variantId: string) =>
  variants.find(({ id }) => id === variantId)?.effect ?? {};

async function reweigh(shop: Shop, experimentId: string, { given, shown, at }: Moment): Promise<void> {
  const { database, workspaceId } = shop;
  await reweighBandit({ database }, { workspaceId, experimentId });
  await setExperimentBack(shop, experimentId, at, {});
  const experiment = await findExperiment(database, workspaceId, experimentId);
  if (experiment !== null) show(shown, given, experiment);
}

/** Ends an experiment: with its winner if the service says so, otherwise without one. */
async function endExperiment(shop: Shop, experimentId: string, { given, shown, at }: Moment): Promise<void> {
  const { database, actor, workspaceId } = shop;
  const results = await evaluateExperiment({ database }, workspaceId, experimentId);
  const winner = results?.decision?.shipped ?? null;
  hide(shown, experimentId);
  if (winner === null) {
    await updateExperiment({ database }, actor, experimentId, { status: 'completed' });
  } else {
    await promoteVariant({ database }, actor, experimentId, winner);
    const variant = { id: winner, effect: effectOf(given, winner) };
    shown.push({ experimentId: null, isOn: given.isOn, variantFor: () => variant });
  }
  await setExperimentBack(shop, experimentId, at, { ended_at: new Date(at) });
  await learnFromExperiment({ database }, { workspaceId, experimentId });
  await setBack(shop, at);
}

/** Sets the times of an experiment's last change back, as far as they are later than the moment. */
async function setExperimentBack(
  shop: Shop,
  id: string,
  at: number,
  times: Partial<Record<'started_at' | 'ended_at', Date>>,
): Promise<void> {
  const { database, workspaceId } = shop;
  const moment = new Date(at);
  await setBack(shop, at);
  const experiment = { workspace_id: workspaceId, id };
  await database('experiments')
    .where(experiment)
    .update({ ...times, updated_at: moment });
  await database('experiments')
    .where(experiment)
    .whereRaw(`(decision ->> 'at')::timestamptz > ?`, [moment])
    .update({ decision: database.raw(`jsonb_set(decision, '{at}', to_jsonb(?::text))`, [moment.toISOString()]) });
  await database('experiment_allocations')
    .where({ workspace_id: workspaceId, experiment_id: id })
    .where('at', '>', moment)
    .update({ at: moment });
}

/** Evaluates all experiments with the whole history, so that lists show what their pages show. */
export async function evaluateExperiments({ database, workspaceId }: Shop): Promise<void> {
  await drainRollups({ database }, workspaceId);
  const rows = await database('experiments').where({ workspace_id: workspaceId }).select<{ id: string }[]>('id');
  for (const { id } of rows) await evaluateExperiment({ database }, workspaceId, id);
}
