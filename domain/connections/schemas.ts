import { z } from 'zod';
import { shownText } from '../json/schemas';
import { textLimits } from '../text-limits';

/** Shapes of connections to advertising platforms. */

export const connectorTypes = ['google_ads', 'meta_ads', 'linkedin_ads'] as const;

export type ConnectedType = (typeof connectorTypes)[number];

/** A visible secret: what goes into headers must not break out of them. */
const token = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{1,${textLimits.credential}}$`),
    `must be 1 to ${textLimits.credential} visible ASCII characters`,
  );
const digits = z.string().regex(/^\d{1,30}$/, 'must be digits');

const customerId = z
  .string()
  .regex(/^(\d{10}|\d{3}-\d{3}-\d{4})$/, 'must have ten digits, such as 123-456-7890')
  .transform((id) => id.replaceAll('-', ''));

const googleCredentials = z
  .strictObject({
    clientId: token,
    clientSecret: token,
    refreshToken: token,
    developerToken: token,
    loginCustomerId: customerId.optional().meta({ description: 'The manager account through which it is reached.' }),
  })
  .meta({ id: 'GoogleAdsCredentials' });

const metaCredentials = z
  .strictObject({ accessToken: token, appId: digits.optional(), appSecret: token.optional() })
  .refine(
    ({ appId, appSecret }) => (appId === undefined) === (appSecret === undefined),
    'appId and appSecret go together',
  )
  .meta({
    id: 'MetaAdsCredentials',
    description: 'With `appId` and `appSecret` the token is renewed before it ends; a system user’s never ends.',
  });

const linkedInCredentials = z
  .strictObject({
    accessToken: token.optional(),
    clientId: token.optional(),
    clientSecret: token.optional(),
    refreshToken: token.optional(),
  })
  .refine(({ clientId, clientSecret, refreshToken, accessToken }) => {
    const given = [clientId, clientSecret, refreshToken].filter((part) => part !== undefined).length;
    return given === 3 || (given === 0 && accessToken !== undefined);
  }, 'needs clientId, clientSecret and refreshToken, or accessToken alone')
  .meta({ id: 'LinkedInAdsCredentials' });

export const credentialsOf = {
  google_ads: googleCredentials,
  meta_ads: metaCredentials,
  linkedin_ads: linkedInCredentials,
} as const satisfies Record<ConnectedType, z.ZodType>;

const name = shownText(textLimits.name).meta({ description: 'Default that of the platform.' });

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(textLimits.baseUrl)
  .refine((text) => !/[?#@]/.test(text), 'must have no query, fragment or user')
  .transform((text) => text.replace(/\/+$/, ''))
  .nullable()
  .meta({
    description:
      'In place of the platform’s own address, for a proxy. Workers call it only when it is public and https, or when the ' +
      'operator allows its host.',
  });

const shared = { name: name.optional(), baseUrl: baseUrl.optional() };

export const createConnectionBody = z
  .discriminatedUnion('connectorType', [
    z.strictObject({
      ...shared,
      connectorType: z.literal('google_ads'),
      accountId: customerId.meta({ description: 'The customer id.' }),
      credentials: googleCredentials,
    }),
    z.strictObject({
      ...shared,
      connectorType: z.literal('meta_ads'),
      accountId: z
        .string()
        .regex(/^(act_)?\d{1,30}$/, 'must be digits, with or without act_')
        .transform((id) => id.replace('act_', ''))
        .meta({ description: 'The ad account id.' }),
      credentials: metaCredentials,
    }),
    z.strictObject({
      ...shared,
      connectorType: z.literal('linkedin_ads'),
      accountId: digits.meta({ description: 'The ad account id.' }),
      credentials: linkedInCredentials,
    }),
  ])
  .meta({
    id: 'CreateConnection',
    examples: [
      {
        connectorType: 'google_ads',
        name: 'Search, Europe',
        accountId: '123-456-7890',
        credentials: {
          clientId: '1234.apps.example',
          clientSecret: 'client-secret',
          refreshToken: '1//refresh-token',
          developerToken: 'developer-token',
        },
      },
      { connectorType: 'meta_ads', accountId: 'act_1234567890', credentials: { accessToken: 'access-token' } },
      { connectorType: 'linkedin_ads', accountId: '512345678', credentials: { accessToken: 'access-token' } },
    ],
  });

export const changeConnectionBody = z
  .strictObject({
    ...shared,
    credentials: z
      .record(z.string().max(50), z.string().max(textLimits.credential))
      .optional()
      .meta({
        description:
          'All of them, in the form of the platform. They must come with a changed `baseUrl`, as those that are kept go to no ' +
          'other address.',
      }),
  })
  .meta({ id: 'ChangeConnection', examples: [{ name: 'Search, Europe' }] });

export const connectionRecord = z
  .object({
    id: z.string(),
    connectorType: z.enum(connectorTypes),
    name: z.string(),
    accountId: z.string(),
    baseUrl: z.string().nullable(),
    status: z.enum(['pending', 'connected', 'error']).meta({
      description: '`pending` until the first pull succeeded; `error` when the last one failed for good.',
    }),
    lastSyncedAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable().meta({ description: 'Why the last try failed; null when it did not.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Connection', description: 'Credentials are never answered.' });

export const startedSync = z.object({ workflowId: z.string() }).meta({ id: 'StartedSync' });
