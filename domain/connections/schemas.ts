import { z } from 'zod';
import { shownText } from '../json/schemas';
import { textLimits } from '../text-limits';

/** Shapes of connections to advertising platforms. */

export const connectorTypes = ['google_ads', 'meta_ads', 'linkedin_ads'] as const;

export type ConnectedType = (typeof connectorTypes)[number];

/** A secret of visible characters, so it cannot break out of a header. */
const token = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{1,${textLimits.credential}}$`),
    `must be 1 to ${textLimits.credential} visible ASCII characters`,
  );
const digits = z.string().regex(/^\d{1,30}$/, 'must contain only digits');

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
    loginCustomerId: customerId
      .optional()
      .meta({ description: 'The manager account that gives access to this account.' }),
  })
  .meta({ id: 'GoogleAdsCredentials' });

const metaCredentials = z
  .strictObject({ accessToken: token, appId: digits.optional(), appSecret: token.optional() })
  .refine(
    ({ appId, appSecret }) => (appId === undefined) === (appSecret === undefined),
    'must have both appId and appSecret, or neither',
  )
  .meta({
    id: 'MetaAdsCredentials',
    description:
      'With `appId` and `appSecret`, the token is renewed before it expires. Tokens of system users never expire.',
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
  }, 'must have clientId, clientSecret and refreshToken, or only accessToken')
  .meta({ id: 'LinkedInAdsCredentials' });

export const credentialsOf = {
  google_ads: googleCredentials,
  meta_ads: metaCredentials,
  linkedin_ads: linkedInCredentials,
} as const satisfies Record<ConnectedType, z.ZodType>;

const name = shownText(textLimits.name).meta({ description: 'Default: the name of the platform.' });

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(textLimits.baseUrl)
  .refine((text) => !/[?#@]/.test(text), 'must not contain a query, a fragment or user credentials')
  .transform((text) => text.replace(/\/+$/, ''))
  .nullable()
  .meta({
    description:
      'Replaces the platform’s own address, for example with a proxy. It must be public and https, unless the ' +
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
        .regex(/^(act_)?\d{1,30}$/, 'must contain only digits, optionally after act_')
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
          'All credentials, in the format of the platform. Required with a changed `baseUrl`, because stored ' +
          'credentials are never sent to another address.',
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
      description: '`pending` until the first successful sync. `error` if the last sync failed permanently.',
    }),
    lastSyncedAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable().meta({ description: 'Why the last attempt failed. Null if it succeeded.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Connection', description: 'Responses never contain the credentials.' });

export const startedSync = z.object({ workflowId: z.string() }).meta({ id: 'StartedSync' });
