import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { timezoneName } from '../end-users/schemas';
import { jsonText } from '../json/schemas';
import { sender } from '../senders/schemas';
import { plans } from './plans';

/** Shapes of sessions, members, keys and workspace settings (contract, sections 3 and 10). */

const role = z.enum(['owner', 'admin', 'member']);

/** Long enough to resist guessing, short enough to be hashed quickly. */
const password = z.string().min(10, 'must have at least 10 characters').max(200);

export const signInBody = z
  .strictObject({
    email: emailAddress,
    password: z.string().min(1).max(200),
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
  .strictObject({ currentPassword: z.string().min(1).max(200), newPassword: password })
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
  .strictObject({ token: z.string().max(300), password, name: jsonText(200, 1).optional() })
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

const expiresAt = z.iso
  .datetime({ offset: true })
  .nullable()
  .optional()
  .meta({ description: 'From then on the key opens nothing. Left out or null: it does not expire.' });

export const createKeyBody = z
  .strictObject({
    name: jsonText(200, 1),
    expiresAt,
    kind: z
      .enum(['server', 'user'])
      .default('server')
      .meta({ description: 'A server key (svc_sk_) acts as an admin, a user key (svc_uk_) as you.' }),
  })
  .meta({ id: 'CreateKey', examples: [{ name: 'CI', kind: 'server' }] });

export const updateKeyBody = z
  .strictObject({ name: jsonText(200, 1) })
  .meta({ id: 'UpdateKey', examples: [{ name: 'CI, main branch' }] });

export const createTransactionalKeyBody = z
  .strictObject({ name: jsonText(200, 1), expiresAt })
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
  .max(200)
  .refine((name) => !notOnOneLine.test(name), 'must be one line of plain text, without control characters');

const plan = z.enum(plans);

const settings = {
  name: jsonText(200, 1),
  timezone: timezoneName,
  plan: plan.meta({ description: 'Changed by the installation alone.' }),
  attributionModel: z.enum(['first_touch', 'last_touch', 'linear', 'position_based', 'time_decay']).nullable(),
  holdoutPercent: z.number().min(0).max(100).multipleOf(0.01),
  frequencyCap: z
    .strictObject({ max: z.number().int().min(1).max(1_000), days: z.number().int().min(1).max(365) })
    .nullable(),
  quietHours: z.strictObject({ start: localTime, end: localTime }).nullable(),
  retentionDays: z.number().int().min(1).max(3_650),
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
    previousValidHours: z
      .number()
      .int()
      .min(1)
      .max(720)
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

export type WorkspaceSettings = z.infer<z.ZodObject<typeof settings>>;
