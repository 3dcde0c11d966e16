import type { StepOf } from '../../domain/journeys/schemas';
import type { Context } from '../ports';
import { chooseArm } from './choose-arm';
import { loadForStep, stepOf, type LoadedExecution, type PerformedStep, type StepInput } from './move-execution';

type StepContext = Pick<Context, 'database'>;

/** How steps are performed that change only the database. */
const performers = { branch: chooseArm, experiment: chooseArm };
type Kind = keyof typeof performers;

/**
 * Performs a step that changes only the database, and moves the execution on. Safe to repeat: the first outcome is kept.
 * @throws AppError NOT_FOUND if there is no such execution or step
 */
export async function performStep(context: StepContext, input: StepInput): Promise<PerformedStep> {
  const loaded = await loadForStep(context, input);
  const step = stepOf<Kind>(loaded, input.stepId, ...(Object.keys(performers) as Kind[]));
  const perform = performers[step.kind] as (
    context: StepContext,
    loaded: LoadedExecution,
    step: StepOf<Kind>,
  ) => Promise<PerformedStep>;
  return perform(context, loaded, step);
}
