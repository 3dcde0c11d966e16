import { neverMatches } from '../conditions/never-matches';
import { emptyParts } from '../email/empty-parts';
import type { CommunicationContent } from '../communications/schemas';
import { sendsOf } from './reference-problems';
import type { FrozenEntry, JourneyDefinition, JourneyStep } from './schemas';

/** The objects that a version freezes. */
export interface FrozenObjects {
  hasPostalAddress: boolean;
  /** The messages that the journey sends. */
  communications: Iterable<CommunicationContent & { name: string }>;
  entry: FrozenEntry;
}

/** Returns warnings that do not prevent publishing; empty if there are none. */
export function publishWarnings(definition: JourneyDefinition, frozen: FrozenObjects): string[] {
  return [
    ...(frozen.hasPostalAddress || sendsOf(definition).length === 0 ? [] : [postalAddressWarning]),
    ...[...frozen.communications].flatMap((content) =>
      emptyParts(content).map((fault) => `The message "${content.name}" ${fault}`),
    ),
    ...entryWarnings(frozen.entry),
    ...definition.steps.flatMap(stepWarnings),
    ...goalWaits(definition),
  ];
}

const postalAddressWarning =
  'The journey sends marketing email, but the workspace has no postal address. Most countries require one. ' +
  'Set sender.postalAddress with PATCH /api/workspace.';

function entryWarnings({ audience, triggerContract }: FrozenEntry): string[] {
  const where = triggerContract?.where ?? null;
  return [
    ...(audience !== null && neverMatches(audience.condition)
      ? ['The audience matches no one, because its condition is never true. No person can enter the journey.']
      : []),
    ...(where !== null && neverMatches(where)
      ? ['The trigger matches no event, because its condition is never true. No event can start the journey.']
      : []),
  ];
}

function stepWarnings(step: JourneyStep): string[] {
  if (step.kind === 'branch') {
    return step.arms
      .filter(({ when }) => neverMatches(when))
      .map(({ id }) => `Step "${step.id}" never takes the arm "${id}", because its condition is never true.`);
  }
  const where = step.kind === 'wait' ? step.untilEvent?.where : undefined;
  if (where === undefined || !neverMatches(where)) return [];
  return [`Step "${step.id}" always waits until the timeout, because its condition is never true.`];
}

/** Finds steps that wait for the goal event, which ends the execution. */
const goalWaits = ({ steps, goalEventName }: JourneyDefinition): string[] =>
  steps.flatMap((step) =>
    step.kind === 'wait' && goalEventName !== null && step.untilEvent?.eventName === goalEventName
      ? [
          `Step "${step.id}" waits for the goal event of the journey. The goal ends the execution, so the step never ` +
            'continues with the event.',
        ]
      : [],
  );
