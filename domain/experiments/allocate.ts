import { bucket, twiceHashed } from './bucket';

/** The fields of an experiment that decide a visitor's variant. */
export interface Allocation<Variant extends AllocatedVariant = AllocatedVariant> {
  id: string;
  status: string;
  /** Percentage of visitors who take part, 0 to 100. */
  trafficSplit: number;
  exclusionGroup?: string | null | undefined;
  /** In order, which determines the slots; the first is the control. */
  variants: readonly Variant[];
}

export interface AllocatedVariant {
  id: string;
  /** Share of the visitors who take part, 0 to 1; all shares sum to 1. */
  weight: number;
}

/**
 * Returns the variant that the hash assigns to a visitor; null if the visitor does not take part. Variant `i` has the
 * slot `[w0 + … + w(i-1), w0 + … + wi)` of [0, 1), and the first `trafficSplit` percent of each slot take part. The
 * start of a slot does not depend on the percentage, so that raising it adds visitors and moves none. Source:
 * GrowthBook's bucket ranges.
 */
export function assignVariant<Variant extends AllocatedVariant>(
  experiment: Allocation<Variant>,
  visitorId: string,
): Variant | null {
  const place = bucket(experiment.id, visitorId);
  // Divide first: at 100 the factor is exactly 1, so that a slot ends where the next one starts.
  const included = experiment.trafficSplit / 100;
  let start = 0;
  for (const variant of experiment.variants) {
    if (place >= start && place < start + included * variant.weight) return variant;
    start += variant.weight;
  }
  return null;
}

/**
 * Returns the variant of an experiment for a visitor, given all active experiments; null for none.
 *
 * 1. A completed experiment serves its winner to all visitors and takes no visitors from its group.
 * 2. In an exclusion group, a visitor belongs to one experiment: the one with the highest hash(group, experiment,
 *    visitor). A new experiment in the group takes an equal share of the others' visitors. When an experiment ends, its
 *    visitors go to the remaining ones. No other visitor moves. A visitor who was exposed to one of the experiments
 *    stays with it while it is active.
 * 3. An exposed visitor keeps the variant while it exists; otherwise the hash decides.
 *
 * @param keptVariantId returns the variant that the visitor was exposed to, by experiment id; null for none
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

/** Returns the id of the experiment in the exclusion group that a visitor belongs to. */
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
