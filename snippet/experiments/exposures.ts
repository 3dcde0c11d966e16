import { attempt } from './attempt';

/** Variants that this browser was exposed to, by experiment. */
export interface Exposures {
  variantOf(experimentId: string): string | null;
  add(experimentId: string, variantId: string): void;
}

const name = 'apex_exposures';
/** The newest are kept: the old ones belong to experiments that ended long ago. */
const maxKept = 100;

/** Read at each question, as another tab may have written. Where nothing can be kept, this page remembers. */
export function createExposures(
  load: (key: string) => string | null,
  save: (key: string, value: string) => void,
): Exposures {
  let known: Record<string, string> = {};
  const read = (): Record<string, string> => ({ ...known, ...attempt(() => JSON.parse(load(name) ?? '{}') as object) });
  return {
    variantOf: (experimentId) => read()[experimentId] ?? null,
    add(experimentId, variantId) {
      const { [experimentId]: _before, ...others } = read();
      known = Object.fromEntries(
        [...Object.entries(others), [experimentId, variantId]].slice(-maxKept),
      ) as typeof known;
      attempt(() => save(name, JSON.stringify(known)));
    },
  };
}
