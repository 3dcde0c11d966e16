import { z } from 'zod';
import { textLimits } from '../../text-limits';

/** Shapes of two-step verification. */

/** Codes have 6 digits, recovery codes 19 characters; people paste them with spaces. */
const code = z.string().trim().min(1).max(60);

export const secondStepCode = code.meta({
  description:
    'The current code of the authenticator app, or a recovery code. Required if the account has two-step verification. Each ' +
    'code works once.',
});

export const totpState = z
  .object({
    enabled: z.boolean(),
    confirmedAt: z.iso.datetime().nullable().meta({ description: 'When two-step verification was turned on.' }),
    recoveryCodesLeft: z.number().int().meta({ description: 'Recovery codes that were not used yet.' }),
  })
  .meta({ id: 'TwoStepVerification' });

export const setUpTotpBody = z
  .strictObject({
    code: code.optional().meta({
      description: 'The current code of the app, to confirm. Without it, a new secret is created.',
    }),
  })
  .meta({ id: 'SetUpTwoStepVerification', examples: [{}, { code: '123456' }] });

export const totpSetUp = z
  .discriminatedUnion('enabled', [
    z.object({
      enabled: z.literal(false),
      secret: z.string().meta({ description: 'The secret in base32, to type into the app.' }),
      otpauthUri: z.string().meta({ description: 'The secret as a URI, for a QR code.' }),
    }),
    z.object({
      enabled: z.literal(true),
      recoveryCodes: z.array(z.string()).meta({
        description: 'Ten codes that each replace a code of the app once. They are shown only in this response.',
      }),
    }),
  ])
  .meta({ id: 'TwoStepVerificationSetUp' });

export const disableTotpBody = z
  .strictObject({
    password: z.string().min(1).max(textLimits.password).optional(),
    code: code.optional().meta({ description: 'A code of the app, or a recovery code.' }),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    message: 'must have either `password` or `code`',
  })
  .meta({ id: 'DisableTwoStepVerification', examples: [{ password: 'correct horse battery' }] });
