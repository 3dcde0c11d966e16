import { z } from 'zod';
import { jsonText } from '../json/schemas';

/** Secrets of a workspace, which webhook steps read as `{{ secrets.name }}`. */

/** Names with a special meaning in Liquid or JavaScript. */
const reserved = new Set([
  'size',
  'first',
  'last',
  'liquidMethodMissing',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

export const secretName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must start with a letter, followed by up to 63 letters, digits or "_"')
  .refine((name) => !reserved.has(name), 'is a reserved name');

export const putSecretBody = z
  .strictObject({ value: jsonText(8_000, 1) })
  .meta({ id: 'PutSecret', examples: [{ value: 'a token of your CRM' }] });

export const secretRecord = z
  .object({ name: z.string(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() })
  .meta({ id: 'Secret', description: 'The name of a secret. Responses never contain its value.' });
