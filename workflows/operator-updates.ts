import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  defineUpdate,
  isCancellation,
  setHandler,
} from '@temporalio/workflow';
import { refusalOf, type StepAction } from '../domain/journeys/executions/actions';
import type { StepView } from '../domain/journeys/place';
import {
  operatorUpdates,
  type EndInput,
  type OperatorUpdate,
  type OperatorUpdateResult,
  type StepActionInput,
} from './contract/operator-updates';

/** An accepted action that the execution has to carry out. */
export interface Order {
  action: StepAction | 'end';
  reason: string;
  by: string | undefined;
  /** Completes the update. */
  complete(result?: { outcome?: string }): void;
}

/** Receives the actions of operators. */
export interface Operators {
  /**
   * Performs a step. An action of an operator cancels it, and then is returned instead of the step's result. If the step
   * ends first, the action fails.
   */
  perform<Result>(step: StepView, work: () => Promise<Result>): Promise<{ done: Result } | { order: Order }>;
  /** Resolves when all updates have received their results. */
  finished(): Promise<void>;
}

interface Current {
  step: StepView;
  scope: CancellationScope;
  order?: Order;
}

/** @param resend sends a message with an unknown outcome again */
export function receiveOperatorUpdates(resend: (input: StepActionInput) => Promise<void>): Operators {
  const steps = new OrderedSteps();
  handleStepActions(steps);
  handleEnd(steps);
  setHandler(
    defineUpdate<OperatorUpdateResult, [StepActionInput]>('resend_unknown'),
    async (input) => {
      await resend(input);
      return { stepId: input.stepId, action: 'resend_unknown' };
    },
    described<StepActionInput>('resend_unknown', ({ stepId }) => {
      text('stepId', stepId);
      return null;
    }),
  );
  return steps;
}

/** The current step, and the order on it. */
class OrderedSteps implements Operators {
  private current: Current | null = null;

  get step(): StepView | null {
    return this.current?.step ?? null;
  }

  get refusal(): string | null {
    const isOrdered = this.current?.order !== undefined;
    return isOrdered ? 'Another action on this step is running. Retry when it has ended.' : null;
  }

  /** Cancels the current step, and waits until the execution has carried out the order. */
  async issue(order: Pick<Order, 'action' | 'reason' | 'by'>): Promise<OperatorUpdateResult> {
    const at = this.current!;
    const stepId = at.step.id;
    let result: OperatorUpdateResult | undefined;
    const complete: Order['complete'] = (given = {}) => {
      result = { stepId, action: order.action, ...given };
    };
    at.order = { ...order, complete };
    at.scope.cancel();
    await condition(() => result !== undefined || this.current !== at);
    if (result === undefined) throw endedBefore(stepId);
    return result;
  }

  async perform<Result>(step: StepView, work: () => Promise<Result>): Promise<{ done: Result } | { order: Order }> {
    const at: Current = { step, scope: new CancellationScope() };
    this.current = at;
    try {
      const done = await at.scope.run(work);
      this.current = null;
      return { done };
    } catch (error) {
      const isOrdered = isCancellation(error) && !CancellationScope.current().consideredCancelled;
      // The step stays the current one while its order is carried out.
      if (isOrdered && at.order !== undefined) return { order: at.order };
      this.current = null;
      throw error;
    }
  }

  finished(): Promise<void> {
    return CancellationScope.nonCancellable(async () => {
      this.current = null;
      await condition(allHandlersFinished);
    });
  }
}

function handleStepActions(steps: OrderedSteps): void {
  for (const action of ['skip_step', 'retry_now', 'move_on'] as const) {
    setHandler(
      defineUpdate<OperatorUpdateResult, [StepActionInput]>(action),
      ({ by }) => steps.issue({ action, reason: '', by }),
      described<StepActionInput>(
        action,
        ({ stepId }) => steps.refusal ?? refusalOf(action, steps.step, text('stepId', stepId)),
      ),
    );
  }
}

function handleEnd(steps: OrderedSteps): void {
  setHandler(
    defineUpdate<OperatorUpdateResult, [EndInput]>('end'),
    ({ reason, by }) => steps.issue({ action: 'end', reason: reason.trim(), by }),
    described<EndInput>('end', ({ reason }) => {
      if (text('reason', reason).trim().length > longestReason) {
        return `The reason is longer than ${longestReason} characters.`;
      }
      return steps.step === null ? 'The execution is between two steps. Retry.' : steps.refusal;
    }),
  );
}

const longestReason = 100;

const endedBefore = (stepId: string) =>
  ApplicationFailure.nonRetryable(`Step "${stepId}" ended before the action. Reload the execution.`, 'StepEnded');

/** @throws ApplicationFailure if a field of an update is not a text, because operators write its input by hand */
function text(field: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw refused(`"${field}" is required, such as {"${field}": "…"}.`);
}

const refused = (message: string) => ApplicationFailure.nonRetryable(message, 'Refused');

/** Adds the description of an update, and a validator that refuses it with a reason. */
function described<Input extends object>(name: OperatorUpdate, refusal: (input: Input) => string | null) {
  return {
    description: operatorUpdates[name],
    validator: (input: Input | undefined): void => {
      const reason = refusal(input ?? ({} as Input));
      if (reason !== null) throw refused(reason);
    },
  };
}
