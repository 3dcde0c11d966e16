import type { Schemas } from '../../../api/client';
import { describeCondition } from '../../../format/condition';
import { countOf } from '../../../format/number';

type Bundle = Schemas['Bundle'];
type Counts = Schemas['BundleCounts'];
/** A part of the export that has no equivalent, with its index. */
export type Unmapped = Schemas['Unmapped'] & { number: number };
export type ItemKind = Schemas['ImportedItem']['kind'];

/** One item of a bundle. */
export interface BundleRow {
  kind: ItemKind;
  externalId: string;
  name: string;
  what: string;
  /** What remains to be done after the import. */
  problem?: string;
}

export const kindNames: Record<ItemKind, string> = {
  journey: 'Journey',
  communication: 'Message',
  audience: 'Audience',
  trigger_contract: 'Trigger',
};

/** `9 steps: 3 send, 5 wait, 1 exit` */
function describeSteps(steps: readonly { kind: string }[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${kind}`);
  return `${countOf(steps.length, 'step', 'steps')}: ${parts.join(', ')}`;
}

export function bundleRows({ journeys = [], communications = [], ...parts }: Bundle): BundleRow[] {
  const { audiences = [], triggerContracts = [] } = parts;
  return [
    ...journeys.map(({ externalId, name, steps = [] }) => ({
      kind: 'journey' as const,
      externalId,
      name,
      what: describeSteps(steps),
    })),
    ...communications.map(({ externalId, name, slots, problem }) => ({
      kind: 'communication' as const,
      externalId,
      name,
      what: slots?.subject === undefined || slots.subject === '' ? 'No subject' : slots.subject,
      ...(problem === undefined ? {} : { problem: 'Edit before publishing' }),
    })),
    ...audiences.map(({ externalId, name, condition }) => ({
      kind: 'audience' as const,
      externalId,
      name,
      what: describeCondition(condition),
    })),
    ...triggerContracts.map(({ externalId, name, eventName, where = null }) => ({
      kind: 'trigger_contract' as const,
      externalId,
      name: name ?? eventName,
      what: where === null ? eventName : `${eventName} if ${describeCondition(where)}`,
    })),
  ];
}

const severities = ['error', 'warning', 'info'] as const;

/** Groups by severity, highest first. Omits empty groups. */
export function bySeverity(
  unmapped: readonly Schemas['Unmapped'][],
): { severity: Unmapped['severity']; of: Unmapped[] }[] {
  const numbered = unmapped.map((one, number) => ({ ...one, number }));
  return severities
    .map((severity) => ({ severity, of: numbered.filter((one) => one.severity === severity) }))
    .filter(({ of }) => of.length > 0);
}

/** `1 journey, 3 messages`; empty if all counts are 0 */
export const describeCounts = ({ journeys, communications, audiences, triggerContracts }: Counts): string =>
  [
    journeys > 0 ? countOf(journeys, 'journey', 'journeys') : '',
    communications > 0 ? countOf(communications, 'message', 'messages') : '',
    audiences > 0 ? countOf(audiences, 'audience', 'audiences') : '',
    triggerContracts > 0 ? countOf(triggerContracts, 'trigger', 'triggers') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
