import { z } from 'zod';

/** Progress of filling a demo workspace. */
export const demoState = z
  .object({
    status: z.enum(['filling', 'ready', 'failed']),
    percent: z.number().int().min(0).max(100),
    part: z.string().meta({ description: 'The part of the data that is being added, or that failed.' }),
  })
  .meta({ id: 'DemoState', description: 'Progress of filling a demo workspace. Null for other workspaces.' });

export type DemoState = z.infer<typeof demoState>;
