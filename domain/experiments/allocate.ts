import { bucket, twiceHashed } from './bucket';

/** What the assignment of a visitor depends on. */
export interface Allocation<Variant extends AllocatedVariant = AllocatedVariant> {
  id: string;
  status: string;
  /** Percentage of visitors that take part, 0 to 100. */
  trafficSplit: number;
  exclusionGroup?: string | null | undefined;
  /** In their order, which decides the slots; the first is the control. */
  variants: readonly Variant[];
}

export interface AllocatedVariant {
  id: string;
  /** Share of the visitors that take part, 0 to 1; all of them sum to 1. */
  weight: number;
}

/**
 * The variant that the hash gives a visitor, or null for a visitor who does not take part. Variant `i` has the slot
 * `[w0 + … + w(i-1), w0 + … + wi)` of [0, 1), and the first `trafficSplit` percent of each slot take part: a slot's start does
 * not depend on the percentage, so raising it adds visitors and moves none. Source: GrowthBook's bucket ranges.
 */
export function assignVariant<Variant extends AllocatedVariant>(
  experiment: Allocation<Variant>,
  visitorId: string,
): Variant | null {
  const place = bucket(experiment.id, visitorId);
  // Divided first: at 100 the factor is exactly 1, and a slot ends where the next begins.
  const included = experiment.trafficSplit / 100;
  let start = 0;
  for (const variant of experiment.variants) {
    if (place >= start && place < start + included * variant.weight) return variant;
    start += variant.weight;
  }
  return null;
}

/**
 * The variant that a visitor gets of an experiment among all that are active, or null.
 *
 * 1. A completed experiment serves its winner to all visitors, and takes no visitors from its group.
 * 2. Of an exclusion group a visitor belongs to one experiment: the one where hash(group, experiment, visitor) is highest.
 *    An experiment that joins the group takes over an equal share of the others' visitors; one that ends leaves its visitors
 *    to the rest, and no one else moves. A visitor who was exposed to one of them stays with it while it is active.
 * 3. A visitor who was exposed keeps the variant, as long as it exists; else the hash decides.
 *
 * @param keptVariantId the variant that the visitor was exposed to, by experiment id; null for none
 */
export function chooseVariant<Variant extends AllocatedVariant>(
  experiment: Allocation<Variant>,
  active: readonly Allocation[],
  visitorId: string,
  keptVariantId: (experimentId: string) => string | null,
): Variant | null {
  if (experiment.status === 'completed') return assignVariant(experiment, visitorId);
  if (ownerInGroup(experiment, active, visitorId, keptVariantId) !== experiment.id) return null;
  return keptVariant(experiment, keptVariantId) ?? assignVariant(experiment, visitorId);
}

const keptVariant = <Variant extends AllocatedVariant>(
  { id, variants }: Allocation<Variant>,
  keptVariantId: (experimentId: string) => string | null,
): Variant | undefined => variants.find((variant) => variant.id === keptVariantId(id));

/** The id of the experiment that a visitor belongs to in an experiment's group. */
function ownerInGroup(
  { id, exclusionGroup: group }: Allocation,
  active: readonly Allocation[],
  visitorId: string,
  keptVariantId: (experimentId: string) => string | null,
): string {
  if (!group) return id;
  const members = active.filter(({ exclusionGroup, status }) => exclusionGroup === group && status !== 'completed');
  const exposedTo = members.filter((member) => keptVariant(member, keptVariantId));
  let owner = '';
  let highest = -1;
  for (const member of exposedTo.length > 0 ? exposedTo : members) {
    const score = twiceHashed(`${group}/${member.id}/${visitorId}`);
    if (score > highest) {
      highest = score;
      owner = member.id;
    }
  }
  return owner;
}
