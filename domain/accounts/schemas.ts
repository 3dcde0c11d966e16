import { z } from 'zod';
import { referrerChanges, referrerSettings } from '../analytics/schemas';
import { emailAddress } from '../email/schemas';
import { timezoneName } from '../end-users/schemas';
import { integerWithin, jsonText, numberWithin, shownText } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { sender } from '../senders/schemas';
import { date, instant } from '../time/schemas';
import { plans } from './plans';
import { textLimits } from '../text-limits';
import { demoState } from './demo/schemas';
import { secondStepCode } from './second-step/schemas';

export const role = z.enum(['owner', 'admin', 'member']);

/** Long enough to resist guessing, short enough to be hashed quickly. */
const password = z.string().min(10, 'must have at least 10 characters').max(textLimits.password);

const preference = (what: string) => z.boolean().meta({ description: `${what} Default true.` });

const preferences = {
  weeklyDigest: preference('Email with the weekly digest.'),
  experimentStarted: preference('Email when an experiment starts.'),
  experimentCompleted: preference('Email when an experiment completes.'),
  integration: preference('Email when an integration is connected, and with the results of its imports.'),
  anomaly: preference('Email when a metric changes unusually.'),
};

export const notificationPreferences = z.object(preferences).meta({ id: 'NotificationPreferences' });

export const updateNotificationPreferencesBody = z
  .object(preferences)
  .partial()
  .strict()
  .meta({ id: 'UpdateNotificationPreferences', examples: [{ weeklyDigest: false }] });

export const changePasswordBody = z
  .strictObject({ currentPassword: z.string().min(1).max(textLimits.password), newPassword: password })
  .meta({
    id: 'ChangePassword',
    examples: [{ currentPassword: 'correct horse battery', newPassword: 'a different long password' }],
  });

export const passwordResetRequestBody = z
  .strictObject({ email: emailAddress })
  .meta({ id: 'RequestPasswordReset', examples: [{ email: 'ada@acme.example' }] });

export const passwordResetRequested = z
  .object({ status: z.literal('accepted') })
  .meta({ id: 'PasswordResetRequested', description: 'The response is the same whether or not the account exists.' });

export const passwordResetBody = z
  .strictObject({ password })
  .meta({ id: 'ResetPassword', examples: [{ password: 'a different long password' }] });

export const passwordResetDone = z
  .object({ status: z.literal('changed') })
  .meta({ id: 'PasswordResetDone', description: 'The password is set, and all sessions of the account are ended.' });

export const inviteMemberBody = z
  .strictObject({ email: emailAddress, role: role.default('member') })
  .meta({ id: 'InviteMember', examples: [{ email: 'grace@acme.example', role: 'admin' }] });

export const acceptInvitationBody = z
  .strictObject({
    token: z.string().max(300),
    password,
    name: shownText(textLimits.name).optional(),
    totp: secondStepCode.optional(),
  })
  .meta({
    id: 'AcceptInvitation',
    examples: [{ token: 'wsp_1.inv_1.signature', password: 'correct horse battery', name: 'Grace' }],
  });

export const updateMemberBody = z.strictObject({ role }).meta({ id: 'UpdateMember', examples: [{ role: 'admin' }] });

export const memberRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    status: z.enum(['active', 'invited']),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Member' });

const expiresAt = instant.nullable().optional().meta({ description: 'When the key expires. Omitted or null: never.' });

export const createKeyBody = z
  .strictObject({
    name: shownText(textLimits.name),
    expiresAt,
    kind: z
      .enum(['server', 'user'])
      .default('server')
      .meta({ description: 'A server key (svc_sk_) acts as an admin. A user key (svc_uk_) acts as you.' }),
  })
  .meta({ id: 'CreateKey', examples: [{ name: 'CI', kind: 'server' }] });

export const updateKeyBody = z
  .strictObject({ name: shownText(textLimits.name) })
  .meta({ id: 'UpdateKey', examples: [{ name: 'CI, main branch' }] });

export const createTransactionalKeyBody = z
  .strictObject({ name: shownText(textLimits.name), expiresAt })
  .meta({ id: 'CreateTransactionalKey', examples: [{ name: 'Billing service' }] });

const keyCreator = z
  .object({
    id: z.string().meta({ description: 'Id of a user, or of the key that created this key.' }),
    email: z.string().nullable(),
    name: z.string().nullable(),
    removed: z.boolean().meta({ description: 'Whether the person is no longer a member of the workspace.' }),
  })
  .meta({ id: 'KeyCreator', description: 'The creator of a key.' });

const listedKey = {
  id: z.string(),
  prefix: z.string(),
  last4: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: keyCreator.nullable().meta({ description: 'Null for a key created by the operator.' }),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Accurate to about a minute.' }),
};

export const transactionalKeyRecord = z.object(listedKey).meta({ id: 'TransactionalKey' });
export const keyRecord = z.object({ ...listedKey, kind: z.enum(['server', 'user']) }).meta({ id: 'Key' });

const rawKey = z.string().meta({ description: 'The full key. It is shown only once.' });
export const mintedKey = z.object({ ...keyRecord.shape, rawKey }).meta({ id: 'MintedKey' });
export const mintedTransactionalKey = z.object({ ...listedKey, rawKey }).meta({ id: 'MintedTransactionalKey' });

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');

/** Control characters, line breaks, and marks that change the direction of the text after them. */
const notOnOneLine = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A workspace's name, trimmed. It appears in subjects and pages, so it must be one line of plain text. */
export const workspaceName = jsonText(1_000)
  .trim()
  .min(1)
  .max(textLimits.name)
  .refine((name) => !notOnOneLine.test(name), 'must be one line of plain text, without control characters');

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter ISO 4217 currency code, such as EUR');

const exchangeRates = z
  .strictObject({
    base: currencyCode.meta({ description: 'The currency to convert amounts to.' }),
    rates: z
      .array(
        z.strictObject({
          currency: currencyCode,
          date: date.meta({ description: 'First day, in the workspace’s timezone. Valid until the next rate.' }),
          rate: z.number().min(1e-9).max(1e9).meta({ description: 'Value of one unit in the base currency.' }),
        }),
      )
      .max(5_000),
  })
  .superRefine(({ base, rates }, context) => {
    const seen = new Set<string>();
    for (const [index, { currency, date }] of rates.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['rates', index, field], message });
      if (currency === base)
        refuse('currency', 'must not be the base currency, because its rate is always 1. Leave it out');
      if (seen.has(currency + date))
        refuse('date', `must not repeat for ${currency}. Give one rate per currency and day`);
      seen.add(currency + date);
    }
  })
  .meta({
    id: 'ExchangeRates',
    examples: [{ base: 'EUR', rates: [{ currency: 'USD', date: '2026-01-01', rate: 0.92 }] }],
  });

const plan = z.enum(plans);

const settings = {
  name: jsonText(textLimits.name, 1),
  timezone: timezoneName,
  plan: plan.meta({ description: 'Only the operator can change the plan.' }),
  attributionModel: z.enum(['first_touch', 'last_touch', 'linear', 'position_based', 'time_decay']).nullable(),
  holdoutPercent: numberWithin(numberLimits.percent),
  frequencyCap: z
    .strictObject({ max: integerWithin(numberLimits.capMessages), days: integerWithin(numberLimits.capDays) })
    .nullable(),
  quietHours: z.strictObject({ start: localTime, end: localTime }).nullable(),
  unknownOutcome: z.enum(['never_twice', 'rather_twice']).meta({
    description:
      'What to do if the provider may have accepted a journey message but did not confirm it. `never_twice` ' +
      '(default): the message is not sent again, and the step fails with `outcome_unknown`. `rather_twice`: ' +
      'the message is sent again, up to twice, and the person may receive it twice.',
  }),
  retentionDays: integerWithin(numberLimits.retentionDays),
  digest: z.strictObject({
    enabled: z.boolean(),
    weekday: z.number().int().min(1).max(7).meta({ description: '1 is Monday.' }),
    time: localTime,
  }),
  personalAttributes: z.array(jsonText(200, 1)).max(200),
  searchAttributes: z
    .array(jsonText(200, 1))
    .max(10)
    .meta({
      description:
        'Attributes by which people are found, in addition to `name`, `first_name`, `last_name` and `company`. After a ' +
        'change, existing people are indexed in the background, about 10,000 a second.',
    }),
  allowJsPatches: z.boolean().meta({
    description:
      'Whether experiments may run scripts on your pages. If off, variants that have `js` or patches that can ' +
      'run a script are rejected, and experiments with such variants are not served.',
  }),
  respectDoNotTrack: z.boolean().meta({ description: 'Whether to respect Do Not Track and Global Privacy Control.' }),
  mailPublicLeads: z.boolean().meta({
    description:
      'Whether people created by pages (POST /api/identity/stitch) can receive email immediately. Default ' +
      'false: only after a request with a secret key identifies them. A change also applies to existing people.',
  }),
  hideGettingStarted: z.boolean().meta({ description: 'Whether the console hides Getting started in its navigation.' }),
  ...referrerSettings,
  exchangeRates: exchangeRates.nullable().meta({
    description:
      'Exchange rates for experiment results. Each amount is converted at the rate of its day. The value ' +
      'replaces all rates; null turns conversion off. Visitors with amounts that cannot be converted are ' +
      'excluded from revenue and counted.',
  }),
  sender: sender.nullable().meta({ description: 'Replaces the whole sender. Null: the sender of the installation.' }),
};

const { plan: _changedByTheInstallation, ...changeable } = settings;

export const updateWorkspaceBody = z
  .object({
    ...changeable,
    name: workspaceName,
    ...referrerChanges,
    digest: settings.digest.partial().meta({ description: 'Omitted fields keep their values.' }),
  })
  .partial()
  .strict()
  .meta({
    id: 'UpdateWorkspace',
    examples: [{ timezone: 'Europe/Berlin', quietHours: { start: '22:00', end: '08:00' } }],
  });

export const createWorkspaceBody = z
  .strictObject({
    name: workspaceName,
    timezone: timezoneName.optional().meta({ description: 'For reports and the digest. Default: UTC.' }),
  })
  .meta({ id: 'CreateWorkspace', examples: [{ name: 'Acme', timezone: 'Europe/Berlin' }] });

export const deleteWorkspaceBody = z
  .strictObject({
    name: jsonText(1_000, 1).meta({ description: 'The name of the workspace, to confirm the deletion.' }),
  })
  .meta({ id: 'DeleteWorkspace', examples: [{ name: 'Acme' }] });

export const rotateWebhookSecretBody = z
  .strictObject({
    previousValidHours: integerWithin({ min: 1, max: 720 })
      .default(168)
      .meta({ description: 'How many hours calls are also signed with the previous secret.' }),
  })
  .meta({ id: 'RotateWebhookSecret', examples: [{ previousValidHours: 24 }] });

export const changePlanBody = z.strictObject({ plan }).meta({ id: 'ChangePlan', examples: [{ plan: 'growth' }] });

export const webhookSecretRecord = z
  .object({
    secret: z.string().meta({ description: 'The HMAC key for `X-Apex-Signature`. Use it exactly as written.' }),
    previousSecret: z
      .string()
      .nullable()
      .meta({ description: 'The previous secret, while calls are signed with both. Otherwise null.' }),
    previousEndsAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookSecret' });

export const workspaceRecord = z
  .object({
    id: z.string(),
    workspaceKey: z.string().meta({ description: 'The public key. It identifies the workspace and is not a secret.' }),
    ...settings,
    demo: demoState.nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace' });

export type ExchangeRates = z.infer<typeof exchangeRates>;
export type WorkspaceSettings = z.infer<z.ZodObject<typeof settings>>;
