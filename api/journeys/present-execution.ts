import type { z } from 'zod';
import type { SendEvent } from '../../db/email/send-events';
import type { Execution } from '../../db/journeys/executions';
import type { ExecutionParts, StepMessage } from '../../db/reports/execution-detail';
import { failureText } from '../../domain/journeys/executions/failure-text';
import type { ExecutionDetail, executionStep } from '../../domain/journeys/executions/schemas';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { stepOrder } from '../../domain/journeys/step-order';
import type { Services } from '../services';
import { presentNamedExecution } from './present';

type Step = z.infer<typeof executionStep>;

/** The data of an execution's record, in addition to the execution. */
export interface ExecutionContext {
  /** The person's address; null without one, and of an erased person. */
  email: string | null;
  parts: ExecutionParts;
  /** Of the version that it goes through. */
  steps: readonly JourneyStep[];
  /** That the version froze, by communication. */
  subjects: ReadonlyMap<string, string>;
  /** Of its messages, by send. */
  events: ReadonlyMap<string, SendEvent[]>;
}

export function presentExecutionDetail(
  execution: Execution,
  context: ExecutionContext,
  services: Pick<Services, 'settings'>,
): ExecutionDetail {
  return {
    ...presentNamedExecution(execution, context.email, services),
    journeyId: execution.journeyId,
    startedBy: startedBy(context.parts.cause),
    goalReached: execution.goalEventId !== null,
    retries: execution.retries,
    failure: presentFailure(execution),
    steps: presentSteps(context),
  };
}

function presentFailure({ status, failureCause, exitReason, failureMessage }: Execution): ExecutionDetail['failure'] {
  if (status !== 'FAILED') return null;
  const cause = failureCause ?? exitReason ?? 'failed';
  return { cause, error: failureText(cause, failureMessage) };
}

function startedBy(cause: string | null): ExecutionDetail['startedBy'] {
  if (cause?.startsWith('key:') === true) return 'service';
  return cause?.startsWith('ent_') === true ? 'hand' : 'event';
}

function presentSteps(context: ExecutionContext): Step[] {
  const order = stepOrder(context.steps);
  const names = new Map(context.steps.map(({ id, name }) => [id, name ?? null]));
  const met = [...context.parts.steps].sort(
    (one, other) => (order.get(one.stepId) ?? 0) - (order.get(other.stepId) ?? 0),
  );
  return met.map(({ enteredAt, leftAt, resumesAt, receivedEventId, ...step }) => ({
    ...step,
    name: names.get(step.stepId) ?? null,
    enteredAt: enteredAt.toISOString(),
    leftAt: leftAt?.toISOString() ?? null,
    resumesAt: resumesAt?.toISOString() ?? null,
    eventReceived: receivedEventId !== null,
    send: presentMessage(context, step.stepId),
    tries: context.parts.tries
      .filter(({ stepId }) => stepId === step.stepId)
      .map(({ stepId: _step, at, ...one }) => ({ ...one, at: at.toISOString() })),
  }));
}

function presentMessage({ parts, subjects, events }: ExecutionContext, stepId: string): Step['send'] {
  const message = parts.messages.find((one) => one.stepId === stepId);
  return message === undefined ? null : { ...shownMessage(message, subjects), events: shownEvents(events, message.id) };
}

const shownMessage = ({ stepId: _step, sentAt, ...message }: StepMessage, subjects: ExecutionContext['subjects']) => ({
  ...message,
  subject: subjects.get(message.communicationId) ?? null,
  sentAt: sentAt?.toISOString() ?? null,
});

const shownEvents = (events: ExecutionContext['events'], sendId: string) =>
  (events.get(sendId) ?? []).map(({ kind, at, count, automated, url }) => ({
    kind,
    count,
    automated,
    url,
    at: at.toISOString(),
  }));
