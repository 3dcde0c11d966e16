import { z } from 'zod';
import { visitorId } from '../../domain/identity/schemas';
import { jsonText } from '../../domain/json/schemas';

/** Bodies and answers of the routes that assign visitors and preview variants. */

export const assignBody = z
  .strictObject({
    visitorId,
    expose: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the visitor sees the variant and counts as exposed.' }),
  })
  .meta({ id: 'AssignVisitor', examples: [{ visitorId: 'v-8f14e45f' }, { visitorId: 'v-8f14e45f', expose: false }] });

export const assignment = z
  .object({ variantId: z.string().nullable(), inExperiment: z.boolean() })
  .meta({ id: 'Assignment' });

export const previewLinkBody = z
  .strictObject({
    variantId: jsonText(100, 1),
    url: jsonText(2_000, 1).optional().meta({
      description: 'URL of the page. Optional if `targetUrl` is the URL of a single page.',
    }),
  })
  .meta({ id: 'MakePreviewLink', examples: [{ variantId: 'short', url: 'https://shop.example.com/sign-up' }] });

export const previewLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() }).meta({ id: 'PreviewLink' });
