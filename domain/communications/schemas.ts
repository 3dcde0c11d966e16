import { z } from 'zod';
import { subjectText } from '../email/schemas';
import { jsonObject, jsonText, shownText } from '../json/schemas';
import { textLimits } from '../text-limits';

/** Shapes of communications (contract, section 8). */

const slotText = jsonText(textLimits.slotText);

const slotTexts = {
  subject: subjectText(),
  headline: slotText,
  body: slotText,
  ctaLabel: jsonText(textLimits.ctaLabel),
  ctaUrl: jsonText(textLimits.ctaUrl),
};

export const slots = z
  .strictObject({
    subject: slotTexts.subject.default(''),
    headline: slotTexts.headline.default(''),
    body: slotTexts.body.default(''),
    ctaLabel: slotTexts.ctaLabel.default(''),
    ctaUrl: slotTexts.ctaUrl.default(''),
  })
  .meta({
    id: 'Slots',
    description: 'Editable content, each a Liquid template. An empty slot is left out of the message.',
  });

export const commType = z.enum(['marketing', 'transactional']);

export const createCommunicationBody = z
  .strictObject({
    id: jsonText(100, 1).optional().meta({
      description: 'The name of a template of the catalog, which the communication overrides. Other ids are made here.',
    }),
    name: shownText(textLimits.name),
    commType,
    slots: slots.default({ subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' }),
    html: jsonText(textLimits.content).nullable().optional(),
    text: jsonText(textLimits.content).nullable().optional(),
    tracking: z.boolean().optional().meta({
      description:
        'True unless given; of an override that of its template, which is off where a link is for one person.',
    }),
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

export const updateCommunicationBody = z
  .strictObject({
    name: shownText(textLimits.name).optional(),
    commType: commType.optional(),
    slots: z.strictObject(slotTexts).partial().optional().meta({ description: 'Slots that are not given stay.' }),
    html: jsonText(textLimits.content).nullable().optional(),
    text: jsonText(textLimits.content).nullable().optional(),
    tracking: z.boolean().optional(),
  })
  .meta({
    id: 'UpdateCommunication',
    examples: [{ slots: { subject: 'Welcome aboard, {{ attributes.first_name }}' } }],
  });

export const previewCommunicationBody = z.strictObject({ variables: jsonObject.default({}) }).meta({
  id: 'PreviewCommunication',
  description:
    'Transactional: the variables of a send. Marketing: `email`, `timezone`, `attributes`, `event`, `journey` and `execution` ' +
    'are themselves, everything else is an attribute.',
  examples: [{ variables: { first_name: 'Ada' } }],
});

export const previewContentBody = z
  .strictObject({
    commType,
    slots: slots.default({ subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' }),
    html: jsonText(textLimits.content).nullable().default(null),
    text: jsonText(textLimits.content).nullable().default(null),
    variables: jsonObject.default({}),
  })
  .meta({
    id: 'PreviewContent',
    examples: [
      {
        commType: 'marketing',
        slots: { subject: 'Welcome, {{ attributes.first_name }}', body: 'Here is how to begin.' },
        variables: { first_name: 'Ada' },
      },
    ],
  });

export const messagePreview = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    missing: z
      .array(z.string())
      .meta({ description: 'Variables that the templates refer to and that were not given.' }),
    warnings: z.array(z.string()).meta({ description: 'What the message can be sent with, and should not.' }),
  })
  .meta({ id: 'MessagePreview' });

export const catalogEntry = z
  .object({
    name: z.string(),
    description: z.string(),
    subject: z.string(),
    variables: z.array(
      z.object({ name: z.string(), required: z.boolean(), example: z.union([z.string(), z.number()]) }),
    ),
  })
  .meta({ id: 'CatalogTemplate' });

export const sentTest = z
  .object({ id: z.string(), to: z.string(), status: z.literal('sent') })
  .meta({ id: 'SentTest', description: 'The id that the message carries, and the address that it went to.' });

export const communicationRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    commType,
    slots,
    html: z.string().nullable(),
    text: z.string().nullable(),
    tracking: z.boolean(),
    variables: z.array(z.string()).meta({ description: 'What the templates refer to, sorted.' }),
    problem: z
      .string()
      .nullable()
      .meta({
        description:
          'Of content that was saved before templates had a budget: which of them is too costly. `variables` is empty then. Make it ' +
          'simpler: it is rendered as far as the limits of a rendering allow.',
      }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Communication' });

export type Slots = z.infer<typeof slots>;
export type CommType = z.infer<typeof commType>;
export type PreviewContent = z.infer<typeof previewContentBody>;
export type CommunicationChanges = z.infer<typeof updateCommunicationBody>;

/** What of a communication reaches a reader; a journey version freezes it. */
export interface CommunicationContent {
  slots: Slots;
  html: string | null;
  text: string | null;
  tracking: boolean;
}
