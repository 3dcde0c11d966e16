import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { timezoneName } from '../end-users/schemas';
import { integerWithin, jsonText, numberWithin, shownText } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { sender } from '../senders/schemas';
import { date, instant } from '../time/schemas';
import { plans } from './plans';
import { textLimits } from '../text-limits';

/** Shapes of sessions, members, keys and workspace settings (contract, sections 3 and 10). */

const role = z.enum(['owner', 'admin', 'member']);

/** Long enough to resist guessing, short enough to be hashed quickly. */
const password = z.string().min(10, 'must have at least 10 characters').max(textLimits.password);

export const signInBody = z
  .strictObject({
    email: emailAddress,
    password: z.string().min(1).max(textLimits.password),
    workspaceId: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'For members of several workspaces; default the first.' }),
  })
  .meta({ id: 'SignIn', examples: [{ email: 'ada@acme.example', password: 'correct horse battery' }] });

export const sessionRecord = z
  .object({
    id: z.string(),
    user: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
    workspaceId: z.string(),
    role,
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });

export const sessionWorkspaces = z
  .array(z.object({ id: z.string(), name: z.string(), role }))
  .meta({ id: 'SessionWorkspaces', description: 'The workspaces of the person who is signed in, by name.' });

export const switchWorkspaceBody = z
  .strictObject({ workspaceId: z.string().max(100) })
  .meta({ id: 'SwitchWorkspace', examples: [{ workspaceId: 'wsp_1' }] });

const preference = (what: string) => z.boolean().meta({ description: `${what} Default true.` });

const preferences = {
  weeklyDigest: preference('The weekly digest.'),
  experimentStarted: preference('An experiment was started.'),
  experimentCompleted: preference('An experiment was completed.'),
  integration: preference('A connection was made, and what became of its imports.'),
  anomaly: preference('A figure is out of the ordinary.'),
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
  .meta({ id: 'PasswordResetRequested', description: 'The same whether the account exists or not.' });

export const passwordResetBody = z
  .strictObject({ password })
  .meta({ id: 'ResetPassword', examples: [{ password: 'a different long password' }] });

export const passwordResetDone = z
  .object({ status: z.literal('changed') })
  .meta({ id: 'PasswordResetDone', description: 'The password is set, and every session of the account is over.' });

export const inviteMemberBody = z
  .strictObject({ email: emailAddress, role: role.default('member') })
  .meta({ id: 'InviteMember', examples: [{ email: 'grace@acme.example', role: 'admin' }] });

export const acceptInvitationBody = z
  .strictObject({ token: z.string().max(300), password, name: shownText(textLimits.name).optional() })
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

const expiresAt = instant
  .nullable()
  .optional()
  .meta({ description: 'From then on the key opens nothing. Left out or null: it does not expire.' });

export const createKeyBody = z
  .strictObject({
    name: shownText(textLimits.name),
    expiresAt,
    kind: z
      .enum(['server', 'user'])
      .default('server')
      .meta({ description: 'A server key (svc_sk_) acts as an admin, a user key (svc_uk_) as you.' }),
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
    id: z.string().meta({ description: 'Of a user, or of the key that minted this one.' }),
    email: z.string().nullable(),
    name: z.string().nullable(),
    removed: z.boolean().meta({ description: 'Whether that person is no member of the workspace any more.' }),
  })
  .meta({ id: 'KeyCreator', description: 'Who minted a key.' });

const listedKey = {
  id: z.string(),
  prefix: z.string(),
  last4: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: keyCreator.nullable().meta({ description: 'Null for a key that the installation made.' }),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute, roughly.' }),
};

export const transactionalKeyRecord = z.object(listedKey).meta({ id: 'TransactionalKey' });
export const keyRecord = z.object({ ...listedKey, kind: z.enum(['server', 'user']) }).meta({ id: 'Key' });

const rawKey = z.string().meta({ description: 'The key itself. It is shown this once.' });
export const mintedKey = z.object({ ...keyRecord.shape, rawKey }).meta({ id: 'MintedKey' });
export const mintedTransactionalKey = z.object({ ...listedKey, rawKey }).meta({ id: 'MintedTransactionalKey' });

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');

/** Controls, line ends, and marks that turn the direction of what follows. */
const notOnOneLine = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A workspace's name: it stands in subjects and pages, so it is one line of plain text. Trimmed. */
export const workspaceName = jsonText(1_000)
  .trim()
  .min(1)
  .max(textLimits.name)
  .refine((name) => !notOnOneLine.test(name), 'must be one line of plain text, without control characters');

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'has to be three capital letters of ISO 4217, such as EUR');

/** What a unit of other currencies is worth in the base currency, each from a day on. */
const exchangeRates = z
  .strictObject({
    base: currencyCode.meta({ description: 'The currency that amounts are converted to.' }),
    rates: z
      .array(
        z.strictObject({
          currency: currencyCode,
          date: date.meta({ description: 'From this day of the workspace’s timezone on, until the next rate.' }),
          rate: z.number().min(1e-9).max(1e9).meta({ description: 'What one unit is worth in the base currency.' }),
        }),
      )
      .max(5_000),
  })
  .superRefine(({ base, rates }, context) => {
    const seen = new Set<string>();
    for (const [index, { currency, date }] of rates.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['rates', index, field], message });
      if (currency === base) refuse('currency', 'is the base currency, whose rate is 1: leave it out');
      if (seen.has(currency + date)) refuse('date', `is given twice for ${currency}: leave one out`);
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
  plan: plan.meta({ description: 'Changed by the installation alone.' }),
  attributionModel: z.enum(['first_touch', 'last_touch', 'linear', 'position_based', 'time_decay']).nullable(),
  holdoutPercent: numberWithin(numberLimits.percent),
  frequencyCap: z
    .strictObject({ max: integerWithin(numberLimits.capMessages), days: integerWithin(numberLimits.capDays) })
    .nullable(),
  quietHours: z.strictObject({ start: localTime, end: localTime }).nullable(),
  unknownOutcome: z.enum(['never_twice', 'rather_twice']).meta({
    description:
      'What happens to a journey message if the provider may have it but cannot say. `never_twice` (default): it is not sent again, ' +
      'and the step fails with `outcome_unknown`. `rather_twice`: it is sent again, up to twice, and the person may get it twice.',
  }),
  retentionDays: integerWithin(numberLimits.retentionDays),
  digest: z.strictObject({
    enabled: z.boolean(),
    weekday: z.number().int().min(1).max(7).meta({ description: '1 is Monday.' }),
    time: localTime,
  }),
  personalAttributes: z.array(jsonText(200, 1)).max(200),
  allowJsPatches: z.boolean().meta({
    description:
      'Whether experiments may run scripts on your pages. When off, variants with `js`, or with patches that can run a script, are ' +
      'refused, and experiments that have one are not served.',
  }),
  respectDoNotTrack: z.boolean().meta({
    description: 'Whether the snippet collects nothing from browsers that send Do Not Track or Global Privacy Control.',
  }),
  mailPublicLeads: z.boolean().meta({
    description:
      'Whether people whom pages made (POST /api/identity/stitch) may be mailed at once. Default false: not before a keyed call ' +
      'names them. A change holds for those who are there, too.',
  }),
  exchangeRates: exchangeRates.nullable().meta({
    description:
      'By which results of experiments convert amounts, each by the rate of its day. Replaced as a whole; null converts nothing. ' +
      'Visitors with amounts that no rate converts are left out of revenue, and counted.',
  }),
  sender: sender.nullable().meta({ description: 'Replaced as a whole; null has mail named as the installation is.' }),
};

const { plan: _changedByTheInstallation, ...changeable } = settings;

export const updateWorkspaceBody = z
  .object({
    ...changeable,
    name: workspaceName,
    digest: settings.digest.partial().meta({ description: 'Fields that are not given stay.' }),
  })
  .partial()
  .strict()
  .meta({
    id: 'UpdateWorkspace',
    examples: [{ timezone: 'Europe/Berlin', quietHours: { start: '22:00', end: '08:00' } }],
  });

export const rotateWebhookSecretBody = z
  .strictObject({
    previousValidHours: integerWithin({ min: 1, max: 720 })
      .default(168)
      .meta({ description: 'How long calls are signed with the secret before, too.' }),
  })
  .meta({ id: 'RotateWebhookSecret', examples: [{ previousValidHours: 24 }] });

export const changePlanBody = z.strictObject({ plan }).meta({ id: 'ChangePlan', examples: [{ plan: 'growth' }] });

export const webhookSecretRecord = z
  .object({
    secret: z.string().meta({ description: 'The key of the HMAC in `X-Apex-Signature`, used as it is written.' }),
    previousSecret: z
      .string()
      .nullable()
      .meta({ description: 'The one before a rotation, while calls are signed with both; null otherwise.' }),
    previousEndsAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookSecret' });

export const workspaceRecord = z
  .object({
    id: z.string(),
    workspaceKey: z.string().meta({ description: 'The public key: a name, not a secret.' }),
    ...settings,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace' });

export type ExchangeRates = z.infer<typeof exchangeRates>;

export type WorkspaceSettings = z.infer<z.ZodObject<typeof settings>>;
