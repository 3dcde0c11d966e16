import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { guard } from '../guard';
import { longestReason } from '../limits';
import { warn } from '../warn';
import type { Exposures } from './exposures';
import type { VariantReports } from './variant-parts';

interface Dependencies {
  visitorId: () => string;
  track: (type: string, data: Record<string, unknown>) => void;
}

/** Creates a function that returns the reports of a variant: its exposure, or why it is not applied. */
export function createReports({ visitorId, track }: Dependencies, exposures: Exposures) {
  /** Problems that were reported on this page. */
  const reported = new Set<string>();
  return (
    { id, name, status }: ActiveExperiment,
    variant: { id: string; name: string },
    active: readonly ActiveExperiment[],
  ): VariantReports => {
    const data = { experimentId: id, variantId: variant.id };
    // A promoted winner is no longer a test, so a visitor who saw another variant did not cross over.
    const isTest = status !== 'completed';
    const isExposed = (): boolean => exposures.variantOf(id) === variant.id;
    return {
      applied: guard(() => {
        visitorId();
        if (!isTest || isExposed()) return;
        exposures.add(id, variant.id, active);
        track('experiment_exposure', data);
      }),
      failed(text, ...errors) {
        const reason = text.slice(0, longestReason);
        warn(`variant "${variant.name}" of "${name}" is not applied: ${reason}`, ...errors);
        const key = JSON.stringify([data, reason]);
        // An exposed visitor opens many pages without the element.
        if (!isTest || reported.has(key) || (reason.startsWith('no_element') && isExposed())) return;
        reported.add(key);
        track('experiment_error', { ...data, reason });
      },
    };
  };
}
