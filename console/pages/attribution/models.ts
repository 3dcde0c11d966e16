import type { AttributionModel } from '../../../domain/attribution/models';

/** What each model does, in one sentence. */
export const explanations: Record<AttributionModel, string> = {
  first_touch: 'All credit goes to the touch that first brought the person.',
  last_touch: 'All credit goes to the last touch before the conversion.',
  linear: 'Every touch gets the same share.',
  position_based: 'The first and the last touch get 40% each, and those between them share 20%.',
  time_decay: 'A touch counts half as much for every 7 days before the conversion.',
};
