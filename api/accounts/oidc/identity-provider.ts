import * as oidc from 'openid-client';
import { AppError, forbidden, invalid } from '../../../domain/errors';
import type { Role } from '../../../domain/accounts/permissions';
import type { ProviderPerson } from '../../../operations/accounts/sign-in-by-provider';
import type { ServiceLogger } from '../../../logging';
import type { ProviderAttempt } from './attempt-cookie';

/** The provider of OpenID Connect that an installation trusts. */
export interface IdentityProvider {
  /** The text of the button. */
  label: string;
  /** The workspace that new members join; null if there are none. */
  workspaceId: string | null;
  /**
   * Starts a sign-in.
   * @returns the provider's page to go to, and the state that the callback needs
   * @throws AppError SERVICE_UNAVAILABLE if the provider does not respond
   */
  start(returnTo: string): Promise<{ url: string; attempt: ProviderAttempt }>;
  /**
   * Completes a sign-in.
   * @param search the query of the callback, with its `?`
   * @throws AppError VALIDATION_ERROR for a callback of another sign-in, or one that was used; FORBIDDEN if the provider
   * refused; SERVICE_UNAVAILABLE if it does not respond
   */
  finish(search: string, attempt: ProviderAttempt): Promise<ProviderPerson>;
}

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  label: string;
  workspaceId: string | null;
  roleClaim: string | null;
  roles: ReadonlyMap<string, Role>;
  /** The callback's address, as registered at the provider. */
  callbackUrl: string;
}

/** Seconds for each request to the provider. */
const timeoutSeconds = 5;
/** How long the provider's addresses are kept. Its keys are read again when it signs with a new one. */
const discoveryMs = 3_600_000;

export function createIdentityProvider(settings: ProviderSettings, logger: ServiceLogger): IdentityProvider {
  const configure = createDiscovery(settings);
  const { label, workspaceId, callbackUrl, scopes } = settings;
  const guarded = async <Result>(step: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (error) {
      throw refusalOf(error, (reason) => logger.warn({ err: error, step, reason }, 'sign-in with the provider failed'));
    }
  };
  return {
    label,
    workspaceId,
    start: (returnTo) =>
      guarded('start', async () => {
        const codeVerifier = oidc.randomPKCECodeVerifier();
        const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier, returnTo };
        const url = oidc.buildAuthorizationUrl(await configure(), {
          redirect_uri: callbackUrl,
          scope: scopes,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          state: attempt.state,
          nonce: attempt.nonce,
        });
        return { url: url.href, attempt };
      }),
    finish: (search, attempt) =>
      guarded('callback', async () => {
        const configuration = await configure();
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(callbackUrl + search), {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        return personOf(await readClaims(configuration, tokens, settings), settings);
      }),
  };
}

/** Reads the provider's configuration when it is first needed, and again every hour. A failure is not kept. */
function createDiscovery(settings: ProviderSettings): () => Promise<oidc.Configuration> {
  let known: { configuration: Promise<oidc.Configuration>; at: number } | null = null;
  const isPlain = settings.issuer.startsWith('http:');
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
  return () => {
    const now = performance.now();
    if (known !== null && now - known.at < discoveryMs) return known.configuration;
    const secret = oidc.ClientSecretBasic(settings.clientSecret);
    const options = { timeout: timeoutSeconds, execute };
    const configuration = oidc.discovery(new URL(settings.issuer), settings.clientId, undefined, secret, options);
    const entry = { configuration, at: now };
    configuration.catch(() => {
      if (known === entry) known = null;
    });
    known = entry;
    return configuration;
  };
}

type Claims = Readonly<Record<string, unknown>>;
type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Reads the claims of the ID token; the rest from the provider, which may put few into the token. */
async function readClaims(
  configuration: oidc.Configuration,
  tokens: Tokens,
  { roleClaim }: ProviderSettings,
): Promise<Claims> {
  const claims = tokens.claims();
  if (claims === undefined) throw invalid('The provider sent no ID token.');
  const wanted = ['email', 'email_verified', ...(roleClaim === null ? [] : [roleClaim])];
  const isComplete = wanted.every((name) => claims[name] !== undefined);
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
}

function personOf(claims: Claims, { roleClaim, roles }: ProviderSettings): ProviderPerson {
  const { email, email_verified: verified, name } = claims;
  const values = roleClaim === null ? [] : [claims[roleClaim]].flat().map(String);
  const mapped = [...roles].find(([value]) => values.includes(value));
  return {
    email: typeof email === 'string' ? email : null,
    // Some providers send the text "true".
    isVerified: verified === true || verified === 'true',
    name: typeof name === 'string' ? name : null,
    role: mapped?.[1] ?? null,
  };
}

const startAgain = 'Start again from the sign-in page.';

/** @param warn logs what the operator has to know */
function refusalOf(error: unknown, warn: (reason: string) => void): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof oidc.AuthorizationResponseError) {
    warn(error.error);
    return forbidden(`Your identity provider did not sign you in. ${startAgain}`);
  }
  if (error instanceof oidc.ResponseBodyError) {
    // A code that was used or has expired.
    if (error.error === 'invalid_grant') return invalid(`This sign-in was already used or has expired. ${startAgain}`);
    warn(error.error);
    return unavailable(
      'Your identity provider refused the request of Apex. Contact the operator of this installation.',
    );
  }
  // A response with another state, nonce, issuer or signature than expected.
  if (error instanceof oidc.ClientError && error.code?.startsWith('OAUTH_') === true && !isSilent(error)) {
    warn(error.code);
    return invalid(`This sign-in does not belong to this browser, or its response is not valid. ${startAgain}`);
  }
  warn('no response');
  return unavailable(
    'Your identity provider does not respond. Sign in with your password, or try again in a few minutes.',
  );
}

/** Whether the provider did not respond, or responded with a server error. */
const isSilent = ({ code }: oidc.ClientError): boolean =>
  code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';

const unavailable = (message: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 60 });
