import type { Schemas } from '../../api/client';

type Experiment = Schemas['Experiment'];

export const modeWords: Record<Experiment['mode'], string> = {
  ab: 'A/B test',
  multivariate: 'Multivariate',
  bandit: 'Bandit',
};

export const engineWords: Record<Experiment['engine'], string> = {
  frequentist: 'Frequentist',
  sequential: 'Sequential',
  bayesian: 'Bayesian',
  thompson: 'Thompson sampling',
};
