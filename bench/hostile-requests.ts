import {
  bigBundle,
  bigCondition,
  bigExport,
  commas,
  costly,
  longAddresses,
  manyAttributes,
  manyLinks,
  nestedLoops,
  patterns,
  terms,
} from './hostile-bodies';

/** A request that is slow by design. */
export interface HostileRequest {
  name: string;
  /** @returns the status */
  send(): Promise<number>;
}

/** The service, its shared secret, and the keys of the tenant who sends the requests. */
export interface Target {
  baseUrl: string;
  /** URL of the API that accepts events. */
  eventsUrl: string;
  syncApiKey: string;
  workspaceId: string;
  workspaceKey: string;
  serverKey: string;
  transactionalKey: string;
}

type Headers = Record<string, string>;
type Call = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Response>;

/** Creates one request of every kind, by a tenant with a server key, and by the holder of the shared secret. */
export async function hostileRequests(target: Target): Promise<HostileRequest[]> {
  const { baseUrl, eventsUrl, syncApiKey, serverKey, transactionalKey, workspaceKey: projectKey, workspaceId } = target;
  const call: Call = (method, path, body, headers) =>
    fetch((path === '/api/events' ? eventsUrl : baseUrl) + path, {
      method,
      headers: { 'x-api-key': serverKey, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const request = (name: string, ...[method, path, body, headers]: Parameters<Call>): HostileRequest => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return {
      name,
      async send() {
        const response = await call(method, path, text, headers);
        await response.arrayBuffer();
        return response.status;
      },
    };
  };
  const endUserId = await prepare(call);
  const secret = { 'x-api-key': syncApiKey };
  const links = { to: 'person@sandbox.apex.test', subject: 'Links', html: manyLinks };
  return [
    request('template of 15,000 terms', 'POST', '/api/communications', costly(terms(15_000))),
    request('template of 4,000 terms', 'POST', '/api/communications', costly(terms(4_000))),
    request('list of costly templates', 'GET', '/api/communications?limit=100'),
    request('send of 20,000 links', 'POST', '/api/v1/transactional/send', links, { 'x-api-key': transactionalKey }),
    request('preview of nested loops', 'POST', '/api/communications/invite/preview', {}),
    request('events with long addresses', 'POST', '/api/events', { projectKey, events: longAddresses }),
    request('CSV of 900,000 commas', 'POST', '/api/metrics/hostile/import', commas, { 'content-type': 'text/csv' }),
    request('bundle', 'POST', '/api/journeys/internal/import-bundle', { workspaceId, bundle: bigBundle }, secret),
    request('export of 1 MB', 'POST', '/api/journeys/internal/translate-external', bigExport, secret),
    request('condition of 8,000 parts', 'POST', '/api/audiences', { name: 'Big', condition: bigCondition }),
    request('attributes of 20,000 keys', 'PATCH', `/api/end-users/${endUserId}`, { attributes: manyAttributes }),
  ];
}

/**
 * Creates templates that are expensive to list and to render, goals that are expensive to match, and a person.
 * @returns the person's id
 */
async function prepare(send: Call): Promise<string> {
  const call: Call = async (...given) => {
    const response = await send(...given);
    if (!response.ok) throw new Error(`${given[1]} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  for (let made = 0; made < 6; made += 1) {
    await call('POST', '/api/communications', costly(`${terms(4_000)}${made}`));
  }
  const loops = { id: 'invite', name: 'Costly', commType: 'transactional', html: nestedLoops };
  await call('POST', '/api/communications', loops);
  for (const targetUrl of patterns) {
    await call('POST', '/api/conversion-goals', { name: 'Slow', type: 'pageview', targetUrl });
  }
  const person = await call('POST', '/api/end-users', { email: 'hostile@example.com' });
  return ((await person.json()) as { id: string }).id;
}
