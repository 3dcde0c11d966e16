import type { ConditionFacts } from '../../conditions/evaluate';
import type { Condition } from '../../conditions/schemas';
import type { Outcome } from '../plan';
import type { JsonObject } from '../../json/schemas';
import type { JourneyDefinition } from '../schemas';
import type { Override, TracedMessage, TracedStep } from './schemas';

/** A dry run, with all data it needs loaded beforehand. */
export interface SimulatedRun {
  workspaceId: string;
  journeyId: string;
  definition: JourneyDefinition;
  subject: { id: string; isSynthetic: boolean; email: string | null; timezone: string | null; consent: boolean };
  /** As of the start. Events are not counted again during the dry run. */
  facts: ConditionFacts;
  audience: Condition | null;
  hasEntered: boolean;
  isRunning: boolean;
  isSuppressed: boolean;
  /** The times of recent marketing messages to the subject. */
  sentAt: readonly Date[];
  frequencyCap: { max: number; days: number } | null;
  quietHours: { start: string; end: string } | null;
  overrides: ReadonlySet<Override>;
  at: Date;
  /** Arms that the subject took in earlier executions, by step. */
  earlierArms: ReadonlyMap<string, string>;
  /** Weights by arm that replace those of the definition, by step. */
  weights: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** The attributes with personal data masked, for what the trace shows. */
  maskedAttributes: JsonObject;
  /** Returns the message with personal data masked; null if it cannot be rendered. */
  render: (communicationId: string, maskedAttributes: JsonObject) => TracedMessage | null;
  /** Renders a text with Liquid. Returns null if it cannot be rendered. */
  renderText: (source: string, attributes: JsonObject) => string | null;
  /** Like `renderText`, with personal data masked. */
  renderMasked: (source: string, maskedAttributes: JsonObject) => string | null;
}

/** The time in a dry run, and the times of all messages until then. */
export interface Clock {
  now: Date;
  sentAt: readonly Date[];
}

/** The outcome of a step, its part of the trace, and its end; now by default. */
export interface SimulatedStep {
  outcome: Outcome;
  /** Attributes that the step sets. */
  attributes?: JsonObject;
  traced?: Omit<TracedStep, 'stepId' | 'kind' | 'at' | 'outcome' | 'reason'>;
  until?: Date;
}
