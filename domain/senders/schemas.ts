import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { jsonText } from '../json/schemas';
import { plainOrigin } from '../plain-origin';

/** How a workspace identifies itself in its messages and pages. */

const isLogoUrl = (text: string): boolean => {
  if (!/^https:\/\/[^\s"<>\\]+$/i.test(text) || plainOrigin(text) === null) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

const accentColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a hex color such as #1d4ed8')
  .overwrite((text) => text.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'));

export const sender = z
  .strictObject({
    name: jsonText(100, 1)
      .refine((text) => text.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must be one line of text')
      .meta({ description: 'Shown in the From line and the footer of emails, and on pages.' }),
    email: emailAddress.nullish().meta({
      description:
        'The From address, if the installation allows its domain for the workspace (SENDER_DOMAINS). Otherwise ' +
        'replies go to it.',
    }),
    replyTo: emailAddress.nullish().meta({ description: 'Address for replies.' }),
    postalAddress: jsonText(500).meta({
      description:
        'Shown in the footer of every marketing email, as ' +
        'required by law in most countries. Can have several lines.',
    }),
    logoUrl: z
      .string()
      .max(2_000)
      .refine(
        isLogoUrl,
        'must be an absolute https URL with only letters, digits, dots and hyphens in the host name, such as ' +
          'https://cdn.example.com/logo.png',
      )
      .nullish()
      .meta({ description: 'Shown 40 to 56 pixels high, on light and dark backgrounds.' }),
    accentColor: accentColor.nullish().meta({
      description: 'Color of buttons and links. It is made darker or lighter if it would not be readable.',
    }),
  })
  .meta({ id: 'Sender' });
export type Sender = z.infer<typeof sender>;
