import type { ConditionFacts } from '../../conditions/evaluate';
import type { Condition } from '../../conditions/schemas';
import type { RenderedMessage } from '../../email/render';
import type { JourneyDefinition } from '../schemas';
import type { Override } from './schemas';

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
  /** Returns the message with personal data masked; null if it cannot be rendered. */
  render: (communicationId: string) => RenderedMessage | null;
}
