import { lockEndUser, updateEndUser } from '../../db/end-users/end-users';
import { findStepOutcome } from '../../db/journeys/step-outcomes';
import { renderedTextOrNull } from '../../domain/email/render';
import { attributesTooLarge } from '../../domain/end-users/attributes-size';
import { isOver } from '../../domain/journeys/is-over';
import type { Outcome } from '../../domain/journeys/plan';
import type { StepOf } from '../../domain/journeys/schemas';
import { decideAttributes } from '../../domain/journeys/steps/update-person/rules';
import type { JsonObject } from '../../domain/json/schemas';
import type { Context } from '../ports';
import { moveAfter, resumptionOnly, type LoadedExecution, type PerformedStep } from './move-execution';
import { readTemplateContext } from './read-template-context';

/**
 * Sets attributes of the person and moves the execution on, in one transaction, so that only the first attempt changes the
 * person.
 */
export function updatePerson(
  { database }: Pick<Context, 'database'>,
  loaded: LoadedExecution,
  step: StepOf<'update_person'>,
): Promise<PerformedStep> {
  const { execution } = loaded;
  const { workspaceId, id: executionId, endUserId } = execution;
  return database.transaction(async (transaction) => {
    const context = { database: transaction };
    const person = await lockEndUser(transaction, workspaceId, endUserId);
    const earlier = await findStepOutcome(transaction, { workspaceId, executionId, stepId: step.id });
    if (earlier === null && isOver(execution)) return { outcome: null, halted: true };
    let attributes: JsonObject | null = null;
    let outcome: Outcome = { kind: 'skipped', reason: 'erased' };
    if (earlier !== null) outcome = outcomeOf(earlier);
    else if (person !== null) {
      const variables = await readTemplateContext(transaction, execution, person);
      attributes = decideAttributes(step, (source) => renderedTextOrNull(source, variables));
      outcome = outcomeFor(person.attributes, attributes);
    }
    const moved = await moveAfter(context, loaded, { stepId: step.id, outcome });
    if (moved.isFirstLeaving && outcome.kind === 'done' && attributes !== null) {
      await updateEndUser(transaction, { workspaceId, id: endUserId }, { attributes });
    }
    return { outcome, ...resumptionOnly(moved) };
  });
}

/** The limit applies as to an update through the API: a change that only removes attributes is always allowed. */
function outcomeFor(current: JsonObject, changes: JsonObject | null): Outcome {
  if (changes === null) return { kind: 'failed', reason: 'template_error' };
  const merged = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null);
  const adds = Object.values(changes).some((value) => value !== null);
  const isTooLarge = adds && attributesTooLarge(Object.fromEntries(merged)) !== null;
  return isTooLarge ? { kind: 'failed', reason: 'attributes_too_large' } : { kind: 'done' };
}

function outcomeOf({ status, reason }: { status: 'executed' | 'skipped' | 'failed'; reason: string | null }): Outcome {
  return status === 'executed' ? { kind: 'done' } : { kind: status, reason: reason ?? status };
}
