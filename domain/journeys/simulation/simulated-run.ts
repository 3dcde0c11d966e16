import type { ConditionFacts } from '../../conditions/evaluate';
import type { Condition } from '../../conditions/schemas';
import type { RenderedMessage } from '../../email/render';
import type { JourneyDefinition } from '../schemas';
import type { Override } from './schemas';

/** A run that is tried out, with everything that it would ask answered beforehand. */
export interface SimulatedRun {
  workspaceId: string;
  journeyId: string;
  definition: JourneyDefinition;
  subject: { id: string; isSynthetic: boolean; email: string | null; timezone: string | null; consent: boolean };
  /** As of the beginning; events are not counted anew on the way. */
  facts: ConditionFacts;
  audience: Condition | null;
  hasEntered: boolean;
  isRunning: boolean;
  isSuppressed: boolean;
  /** When the subject got marketing messages lately. */
  sentAt: readonly Date[];
  frequencyCap: { max: number; days: number } | null;
  quietHours: { start: string; end: string } | null;
  overrides: ReadonlySet<Override>;
  at: Date;
  /** Arms that the subject took in earlier runs, by step. */
  earlierArms: ReadonlyMap<string, string>;
  /** Weights by arm that hold in place of the definition's, by step. */
  weights: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** The message with personal data masked; null when it cannot be rendered. */
  render: (communicationId: string) => RenderedMessage | null;
}
