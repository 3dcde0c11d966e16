import { neverMatches } from '../conditions/never-matches';
import { emptyParts } from '../email/empty-parts';
import type { CommunicationContent } from '../communications/schemas';
import { sendsOf } from './reference-problems';
import type { FrozenEntry, JourneyDefinition } from './schemas';
import { rulesOf } from './steps/registry';

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
    ...definition.steps.flatMap((step) => rulesOf(step).warnings?.(step, definition.goalEventName) ?? []),
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
