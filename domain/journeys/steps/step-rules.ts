import type { ConditionFacts } from '../../conditions/evaluate';
import type { Condition } from '../../conditions/schemas';
import type { JsonObject } from '../../json/schemas';
import type { TextTemplate } from './read-text-template';
import type { Outcome } from '../plan';
import type { JourneyStep } from '../schemas';
import type { TracedArm } from '../simulation/schemas';

/** The rules of one kind of step. They are used by the service and by the console. */
export interface StepRules<Step extends JourneyStep = JourneyStep> {
  /** Returns the ids of the next steps, each with the field that contains it. */
  exits(step: Step): Exit[];
  /** Reduces a step to its structure, without names, content, conditions or reasons. */
  plan(step: Step): { id: string; kind: Step['kind'] };
  /** Returns the ids of the objects that the step refers to. */
  references?(step: Step): { communicationId?: string; beliefId?: string };
  /** Returns the conditions that the decision about the step evaluates. */
  conditions?(step: Step): Condition[];
  /** Whether people take the arm of their earlier execution again. */
  keepsArm?: true;
  /** Finds fields that a draft may leave empty, but a version may not. */
  emptyFields?(step: Step): FieldProblem[];
  /** Finds problems of the step's exits, in addition to those of the graph. */
  exitProblems?(step: Step): FieldProblem[];
  /** Returns the Liquid templates in the step. Publishing reads them first, because that can be slow. */
  templates?(step: Step): string[];
  /** Finds problems that prevent publishing, in addition to those above. */
  publishProblems?(step: Step, given: PublishedWith): FieldProblem[];
  /** Returns warnings that do not prevent publishing. */
  warnings?(step: Step, goalEventName: string | null): string[];
  /** Explains the reasons why a step of this kind is skipped or fails, by code. */
  reasons?: Readonly<Record<string, Explanation>>;
}

export interface Exit {
  field: string;
  to: string;
}

/** A problem in a field of a step. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** What the templates of a step are checked with. */
export interface PublishedWith {
  /** The names of the workspace's secrets. */
  secretNames: ReadonlySet<string>;
  /** readTextTemplate (read-text-template.ts), or a lookup of its earlier results. */
  readTemplate: (source: string) => TextTemplate;
}

/** Explains why a step was skipped or failed, and what to do about it. */
export interface Explanation {
  /** Two or three words, for tables. */
  title?: string;
  meaning: string;
  remedy?: string;
}

/** What the decision about a step depends on. Executions and dry runs read it first, then decide with the same function. */
export interface Circumstances {
  journeyId: string;
  endUserId: string;
  isErased: boolean;
  facts: ConditionFacts;
  /** The person's arm in an earlier execution, for kinds with `keepsArm`. */
  earlierArm: string | null;
  /** Weights by arm that replace those of the step; null to keep the step's. */
  weights: Readonly<Record<string, number>> | null;
  /** Renders a text with the variables of messages. Returns null if it cannot be rendered. */
  renderText: (source: string) => string | null;
}

/** The outcome of a step, and what the step changes. */
export interface StepDecision {
  outcome: Outcome;
  /** All arms of the step, for dry runs. */
  arms?: TracedArm[];
  /** Attributes of the person to set. Null removes an attribute. */
  attributes?: JsonObject;
}
