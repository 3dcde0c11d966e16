import type { StepOf } from '../../domain/journeys/schemas';
import type { Context } from '../ports';
import { chooseArm } from './choose-arm';
import { updatePerson } from './update-person';
import { loadForStep, stepOf, type LoadedExecution, type PerformedStep, type StepInput } from './move-execution';

type StepContext = Pick<Context, 'database'>;

/** How steps are performed that change only the database. Each is safe to repeat. */
const performers = { branch: chooseArm, experiment: chooseArm, update_person: updatePerson };

type Kind = keyof typeof performers;
const kinds = Object.keys(performers) as Kind[];

/**
 * Performs a step that changes only the database, and moves the execution on. Safe to repeat: the first outcome is kept.
 * @throws AppError NOT_FOUND if there is no such execution or step
 */
export async function performStep(context: StepContext, input: StepInput): Promise<PerformedStep> {
  const loaded = await loadForStep(context, input);
  const step = stepOf(loaded, input.stepId, ...kinds);
  const perform: (context: StepContext, loaded: LoadedExecution, step: StepOf<never>) => Promise<PerformedStep> =
    performers[step.kind];
  return perform(context, loaded, step as never);
}
