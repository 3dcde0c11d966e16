import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { jsonText } from '../json/schemas';
import { maxImportedAddresses } from './read-addresses';

/** Shapes of suppressions: addresses that get no mail. */

const reason = z.enum(['manual', 'bounce', 'complaint']);

export const createSuppressionBody = z
  .strictObject({ email: emailAddress, reason: reason.default('manual') })
  .meta({ id: 'CreateSuppression', examples: [{ email: 'ada@example.com' }] });

export const updateSuppressionBody = z
  .strictObject({ email: emailAddress.optional(), reason: reason.optional() })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'must set email, reason or both')
  .meta({ id: 'UpdateSuppression', examples: [{ reason: 'complaint' }] });

export const suppressionRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    reason,
    origin: z.string().meta({ description: 'Who or what added it: the id of a user or key, or `ses`.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Suppression' });

export const suppressionSearch = {
  q: jsonText(254, 1).optional().meta({ description: 'A part of an address, in any case.' }),
};

export const importSuppressionsBody = z
  .strictObject({
    addresses: z
      .array(jsonText(1_000))
      .min(1, 'must have at least one address')
      .max(
        maxImportedAddresses,
        `must have at most ${maxImportedAddresses.toLocaleString('en-US')} addresses. Import the rest in another request`,
      ),
    reason: reason.default('manual').meta({ description: 'For all new suppressions.' }),
    dryRun: z.boolean().default(false).meta({ description: 'Whether to check the addresses without storing them.' }),
  })
  .meta({ id: 'ImportSuppressions', examples: [{ addresses: ['ada@example.com'], dryRun: true }] });

export const importedSuppressions = z
  .object({
    dryRun: z.boolean(),
    added: z.number().int().meta({ description: 'New suppressions. In a dry run, those that would be new.' }),
    existing: z.number().int().meta({ description: 'Addresses that were already suppressed. They stay unchanged.' }),
    repeated: z.number().int().meta({ description: 'Repetitions of an address in the request.' }),
    invalid: z.number().int().meta({ description: 'Texts that are no valid address.' }),
    problems: z
      .array(z.object({ index: z.number().int(), text: z.string(), message: z.string() }))
      .meta({ description: 'The first 100 texts that are no valid address. `index` starts at 0.' }),
  })
  .meta({ id: 'ImportedSuppressions' });
