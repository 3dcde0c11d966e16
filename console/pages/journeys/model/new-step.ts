import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { nowhere } from './edges';

export type StepKind = JourneyStep['kind'];

export const stepKinds: readonly { kind: StepKind; title: string; does: string }[] = [
  { kind: 'send', title: 'Send', does: 'Marketing message' },
  { kind: 'wait', title: 'Wait', does: 'Duration, time of day or event' },
  { kind: 'branch', title: 'Branch', does: 'Conditions on the person' },
  { kind: 'experiment', title: 'Experiment', does: 'Split by weight' },
  { kind: 'webhook', title: 'Webhook', does: 'Call another service' },
  { kind: 'exit', title: 'Exit', does: 'End the journey' },
];

/** Returns an unused id based on the given one: `welcome`, `welcome-2`. */
export function freeId(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/-\d+$/, '').slice(0, 90);
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}

/** Creates a step with unconnected exits and default settings. */
export function newStep(kind: StepKind, steps: readonly JourneyStep[]): JourneyStep {
  const id = freeId(new Set(steps.map((step) => step.id)), kind);
  switch (kind) {
    case 'send':
      return { id, kind, communicationId: '', next: nowhere, onSkip: 'continue' };
    case 'wait':
      return { id, kind, duration: 'P1D', next: nowhere };
    case 'branch':
      return { id, kind, arms: [{ id: 'yes', when: { all: [] }, next: nowhere }], else: nowhere };
    case 'experiment':
      return {
        ...{ id, kind, allocation: 'fixed' },
        arms: [
          { id: 'control', weight: 0.5, next: nowhere },
          { id: 'treatment', weight: 0.5, next: nowhere },
        ],
      };
    case 'webhook':
      return { id, kind, url: '', method: 'POST', timeoutSeconds: 10, next: nowhere };
    case 'exit':
      return { id, kind };
  }
}

/** A comparison before its fields are filled in. The API refuses it until then. */
export const newComparison = { field: '', operator: 'equals', value: '' } as const;
