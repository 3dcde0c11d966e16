import type { ReactNode } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import type { JourneyParts } from '../use-journey-parts';

export type StepKind = Schemas['JourneyStep']['kind'];
export type StepOf<Kind extends StepKind> = { [One in StepKind]: Extract<JourneyStep, { kind: One }> }[Kind];

/** A step that an execution reached. */
export type MetStep = Schemas['ExecutionStep'];

/**
 * Everything the console has for one kind of step. The functions are methods, so that the definition of one kind
 * is assignable to `StepKindDefinition`, which takes steps of any kind.
 */
export interface StepKindDefinition<Kind extends StepKind = StepKind> {
  kind: Kind;
  title: string;
  /** What the step does, in a few words, for the list of kinds. */
  purpose: string;
  /** The path of a 16 × 16 outline. */
  icon: string;
  /** The color of its edge on the canvas. */
  tone: 'accent' | 'warn' | 'info' | 'good' | 'neutral';
  /** Whether the step ends the journey, so that the timeline does not say why the execution ended. */
  isEnd?: true;
  /** Creates a step with unconnected exits and default settings. */
  create(id: string): StepOf<Kind>;
  /** Describes the step in one line. @param nameOf returns the name of a communication */
  describe(step: StepOf<Kind>, nameOf: (communicationId: string) => string): string;
  /** Describes what happened at a step that was not skipped and did not fail. @param step undefined if unknown */
  describeMet(met: MetStep, step: StepOf<Kind> | undefined): string;
  /** The settings in the panel. Name, id and connections are the same for all kinds. */
  Fields(props: FieldsProps<Kind>): ReactNode;
  /** What the timeline shows below the description. */
  MetDetails?(props: MetProps): ReactNode;
  /** What a simulation shows below the outcome. */
  SimulatedDetails?(props: { step: Schemas['SimulatedStep'] }): ReactNode;
}

export interface FieldsProps<Kind extends StepKind = StepKind> {
  step: StepOf<Kind>;
  onChange(step: StepOf<Kind>): void;
  parts: JourneyParts;
  /** The goal event of the journey. */
  goal: string | null;
  /** Returns the problem of a field, such as `url`. */
  problemOf: (field: string) => string | undefined;
}

export interface MetProps {
  met: MetStep;
  journeyId: string;
  executionId: string;
  /** The path of message previews, without the step id. */
  previewPath: string;
}
