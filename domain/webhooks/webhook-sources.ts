import type { StepOf } from '../journeys/schemas';

/** Returns the templates of a webhook step with their paths. */
export const webhookSources = ({
  body = '',
  headers = {},
}: Pick<StepOf<'webhook'>, 'body' | 'headers'>): { path: string; source: string }[] => [
  { path: 'body', source: body },
  ...Object.entries(headers).map(([name, source]) => ({ path: `headers.${name}`, source })),
];
