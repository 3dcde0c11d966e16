import { z } from 'zod';
import { jsonText } from '../json/schemas';

/** Shapes of communications (contract, section 8). */

const slotText = jsonText(20_000);

export const slots = z
  .strictObject({
    subject: jsonText(998).default(''),
    headline: slotText.default(''),
    body: slotText.default(''),
    ctaLabel: jsonText(500).default(''),
    ctaUrl: jsonText(2_000).default(''),
  })
  .meta({
    id: 'Slots',
    description: 'Editable content, each a Liquid template. An empty slot is left out of the message.',
  });

export const commType = z.enum(['marketing', 'transactional']);

export const createCommunicationBody = z
  .strictObject({
    name: jsonText(200, 1),
    commType,
    slots: slots.default({ subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' }),
    html: jsonText(200_000).nullable().optional(),
    text: jsonText(200_000).nullable().optional(),
    tracking: z.boolean().default(true),
  })
  .meta({
    id: 'CreateCommunication',
    examples: [
      {
        name: 'Welcome',
        commType: 'marketing',
        slots: { subject: 'Welcome, {{ attributes.first_name }}', body: 'Here is how to begin.' },
      },
    ],
  });

export const communicationRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    commType,
    slots,
    html: z.string().nullable(),
    text: z.string().nullable(),
    tracking: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Communication' });

export type Slots = z.infer<typeof slots>;
export type CommType = z.infer<typeof commType>;

/** What of a communication reaches a reader; a journey version freezes it. */
export interface CommunicationContent {
  slots: Slots;
  html: string | null;
  text: string | null;
  tracking: boolean;
}
