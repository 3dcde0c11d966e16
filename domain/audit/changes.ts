/** Actions that change what visitors and people get: the life of journeys and experiments. */
export const changeActions = [
  'journey.created',
  'journey.published',
  'journey.paused',
  'journey.resumed',
  'journey.archived',
  'experiment.created',
  'experiment.started',
  'experiment.paused',
  'experiment.decided',
  'experiment.completed',
  'experiment.promoted',
] as const;
