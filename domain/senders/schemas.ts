import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { jsonText } from '../json/schemas';
import { plainOrigin } from '../plain-origin';

/** How a workspace names itself to the readers of its mail and pages (contract, section 10). */

const isLogoUrl = (text: string): boolean => {
  if (!/^https:\/\/[^\s"'<>\\]+$/i.test(text) || plainOrigin(text) === null) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

const accentColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour in hex such as #1d4ed8')
  .overwrite((text) => text.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'));

export const sender = z
  .strictObject({
    name: jsonText(100, 1)
      .refine((text) => text.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must be one line of text')
      .meta({ description: 'In the From line of mail, in its footer and on pages.' }),
    email: emailAddress.nullish().meta({
      description:
        'The From address, where the installation allows the workspace its domain (SENDER_DOMAINS). Otherwise replies go to it.',
    }),
    replyTo: emailAddress.nullish().meta({ description: 'Where replies go.' }),
    postalAddress: jsonText(500).meta({
      description:
        'In the footer of every marketing message, as the law requires in most countries. May have several lines.',
    }),
    logoUrl: z
      .string()
      .max(2_000)
      .refine(
        isLogoUrl,
        'must be an absolute https URL whose host name has only letters, digits, dots and hyphens, such as https://cdn.example.com/logo.png',
      )
      .nullish()
      .meta({ description: 'Shown at a height of 40 to 56 pixels, on light and on dark.' }),
    accentColor: accentColor.nullish().meta({
      description: 'Of buttons and links. It is made darker or lighter where it could not be read.',
    }),
  })
  .meta({ id: 'Sender' });
export type Sender = z.infer<typeof sender>;
