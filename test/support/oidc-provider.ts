import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from 'oidc-provider';

export const oidcClient = { id: 'apex', secret: 'client-secret-of-apex' };

/** The claims of the person who signs in at the provider. */
export interface ProviderAccount {
  email: string;
  email_verified: boolean;
  name?: string;
  groups?: string[];
}

export interface TestProvider {
  issuer: string;
  /** The person who signs in next. The provider shows no form. */
  account: ProviderAccount;
  /** Answers no request until it is reset. */
  isSilent: boolean;
  close(): Promise<void>;
}

/** Starts a provider of OpenID Connect on this machine, with one client. It requires PKCE. */
export async function startOidcProvider(callbackUrl: string): Promise<TestProvider> {
  // Its remarks: it is for tests, keeps its state in memory, and does not support the oldest Node of this project.
  for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: TestProvider = {
    issuer,
    account: { email: 'nobody@example.com', email_verified: false },
    isSilent: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const { Provider } = await import('oidc-provider');
  const provider: Provider = new Provider(
    issuer,
    configurationOf(callbackUrl, state, () => provider),
  );
  const respond = provider.callback();
  server.on('request', (request, response) => {
    if (state.isSilent) return;
    const isForm = request.url?.startsWith('/interaction/') === true;
    const login = { login: { accountId: JSON.stringify(state.account) } };
    void (isForm ? provider.interactionFinished(request, response, login) : respond(request, response));
  });
  return state;
}

const configurationOf = (callbackUrl: string, state: TestProvider, provider: () => Provider): object => ({
  clients: [
    {
      client_id: oidcClient.id,
      client_secret: oidcClient.secret,
      redirect_uris: [callbackUrl],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  scopes: ['openid', 'email', 'profile', 'groups'],
  pkce: { required: () => true },
  cookies: { keys: ['test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: state.account.email, ...(JSON.parse(accountId) as ProviderAccount) }),
  }),
  // Every request is granted what it asks for.
  loadExistingGrant: async ({ oidc }: GrantContext) => {
    const { Grant } = provider();
    const grant = new Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
    grant.addOIDCScope('openid email profile groups');
    await grant.save();
    return grant;
  },
});

interface GrantContext {
  oidc: { session: { accountId: string }; client: { clientId: string } };
}
