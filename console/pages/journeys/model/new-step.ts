import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { nowhere } from './edges';

export type StepKind = JourneyStep['kind'];

export const stepKinds: readonly { kind: StepKind; title: string; does: string }[] = [
  { kind: 'send', title: 'Send', does: 'a marketing message' },
  { kind: 'wait', title: 'Wait', does: 'for a time, a time of day or an event' },
  { kind: 'branch', title: 'Branch', does: 'by conditions on the person' },
  { kind: 'experiment', title: 'Experiment', does: 'split by weights' },
  { kind: 'webhook', title: 'Webhook', does: 'call another service' },
  { kind: 'exit', title: 'Exit', does: 'end the journey' },
];

/** What a send names before a communication is chosen: publishing says that it does not exist. */
export const noCommunication = 'choose-a-communication';

/** A name like the one given that is not taken: `welcome`, `welcome-2`. */
export function freeId(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/-\d+$/, '').slice(0, 90);
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}

/** A step of a kind as it begins: every way out leads nowhere, and what must be chosen is still to be chosen. */
export function newStep(kind: StepKind, steps: readonly JourneyStep[]): JourneyStep {
  const id = freeId(new Set(steps.map((step) => step.id)), kind);
  switch (kind) {
    case 'send':
      return { id, kind, communicationId: noCommunication, next: nowhere, onSkip: 'continue' };
    case 'wait':
      return { id, kind, duration: 'P1D', next: nowhere };
    case 'branch':
      return { id, kind, arms: [{ id: 'yes', when: newComparison, next: nowhere }], else: nowhere };
    case 'experiment':
      return {
        ...{ id, kind, allocation: 'fixed' },
        arms: [
          { id: 'control', weight: 0.5, next: nowhere },
          { id: 'treatment', weight: 0.5, next: nowhere },
        ],
      };
    case 'webhook':
      return { id, kind, url: 'https://example.com/', method: 'POST', timeoutSeconds: 10, next: nowhere };
    case 'exit':
      return { id, kind };
  }
}

/** What a condition begins with. */
export const newComparison = { field: 'attributes.plan', operator: 'exists', value: true } as const;
