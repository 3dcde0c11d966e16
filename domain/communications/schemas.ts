import { z } from 'zod';
import { subjectText } from '../email/schemas';
import { jsonObject, jsonText, shownText } from '../json/schemas';
import { textLimits } from '../text-limits';
import { readUpdatedAt } from '../time/schemas';

/** Shapes of communications. */

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
    description: 'Editable content. Each slot is a Liquid template. Empty slots are omitted from the message.',
  });

export const commType = z.enum(['marketing', 'transactional']);

export const createCommunicationBody = z
  .strictObject({
    id: jsonText(100, 1).optional().meta({
      description: 'Name of the catalog template to override. Otherwise leave it out: the id is generated.',
    }),
    name: shownText(textLimits.name),
    commType,
    slots: slots.default({ subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' }),
    html: jsonText(textLimits.content).nullable().optional(),
    text: jsonText(textLimits.content).nullable().optional(),
    tracking: z.boolean().optional().meta({
      description:
        'Default true. An override uses the default of its template, which is off for links meant for one person.',
    }),
  })
  .meta({
    id: 'CreateCommunication',
    examples: [
      {
        name: 'Welcome',
        commType: 'marketing',
        slots: { subject: 'Welcome, {{ attributes.first_name }}', body: 'Here is how to get started.' },
      },
    ],
  });

export const updateCommunicationBody = z
  .strictObject({
    updatedAt: readUpdatedAt.optional(),
    name: shownText(textLimits.name).optional(),
    commType: commType.optional(),
    slots: z.strictObject(slotTexts).partial().optional().meta({ description: 'Omitted slots keep their values.' }),
    html: jsonText(textLimits.content).nullable().optional(),
    text: jsonText(textLimits.content).nullable().optional(),
    tracking: z.boolean().optional(),
    problem: z
      .string()
      .nullable()
      .refine((problem) => problem === null, 'can only be cleared: set it to null')
      .optional()
      .meta({ description: 'Null clears the problem of an imported message without changing its content.' }),
  })
  .meta({
    id: 'UpdateCommunication',
    examples: [{ slots: { subject: 'Welcome aboard, {{ attributes.first_name }}' } }],
  });

export const previewCommunicationBody = z.strictObject({ variables: jsonObject.default({}) }).meta({
  id: 'PreviewCommunication',
  description:
    'Transactional: the variables of a send. Marketing: `email`, `timezone`, `attributes`, `event`, `journey` ' +
    'and `execution` set those values; any other name is an attribute.',
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
        slots: { subject: 'Welcome, {{ attributes.first_name }}', body: 'Here is how to get started.' },
        variables: { first_name: 'Ada' },
      },
    ],
  });

export const messagePreview = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    missing: z.array(z.string()).meta({ description: 'Variables that the templates use but that were not given.' }),
    warnings: z.array(z.string()).meta({ description: 'Problems that do not block sending but should be fixed.' }),
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
  .meta({ id: 'SentTest', description: 'The id of the message and its recipient.' });

export const communicationRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    commType,
    slots,
    html: z.string().nullable(),
    text: z.string().nullable(),
    tracking: z.boolean(),
    variables: z.array(z.string()).meta({ description: 'Variables used by the templates, sorted.' }),
    problem: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the message needs to be edited. For an imported message: what the import could not translate. A ' +
          'journey that sends it cannot be published until its content is changed. Otherwise the template that is ' +
          'too complex, for content saved before complexity limits existed. `variables` is then empty. Simplify ' +
          'the template: it is rendered only up to the rendering limits.',
      }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Communication' });

export type Slots = z.infer<typeof slots>;
export type CommType = z.infer<typeof commType>;
export type PreviewContent = z.infer<typeof previewContentBody>;
export type CommunicationChanges = Omit<z.infer<typeof updateCommunicationBody>, 'updatedAt'>;

/** The parts of a communication that reach a reader. A journey version freezes them. */
export interface CommunicationContent {
  slots: Slots;
  html: string | null;
  text: string | null;
  tracking: boolean;
}
