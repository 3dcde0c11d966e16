import { z } from 'zod';
import { integerWithin, jsonText } from '../../../json/schemas';
import { numberLimits } from '../../../number-limits';
import { named, stepId } from '../schemas';

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const webhookStep = z
  .strictObject({
    ...named,
    kind: z.literal('webhook'),
    url: z
      .string()
      .max(2_000)
      .refine((url) => url === '' || httpUrl.safeParse(url).success, 'must be an http or https URL')
      .meta({ description: 'Liquid after the host. Empty in a draft until it is entered.' }),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
    headers: z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/), jsonText(4_000)).optional(),
    body: jsonText(100_000).optional().meta({ description: 'Liquid.' }),
    timeoutSeconds: integerWithin(numberLimits.webhookTimeoutSeconds).default(10),
    next: stepId,
    onFailure: stepId.optional(),
    failOnError: z
      .boolean()
      .optional()
      .meta({
        description:
          'Without `onFailure`, a failed call ends the execution as FAILED with the reason `webhook`. A retry of the ' +
          'execution calls again. By default, the execution continues with `next`.',
      }),
  })
  .meta({ id: 'WebhookStep', description: 'Calls another service. Calls are signed and retried.' });
