import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Child, startChild } from '../../dev/child';
import { findFreePort } from '../../dev/free-port';
import { findProgram } from '../support/find-program';
import { waitFor } from '../support/wait-for';

/** Tests deploy/Caddyfile with a real Caddy: which API gets which request. */

const program = findProgram('caddy');
// Caddy comes from the system's packages. The tests are skipped if it is not installed.
const behindCaddy = program === null ? describe.skip : describe;

behindCaddy('behind Caddy', () => {
  const addresses = { events: '127.0.0.2', api: '127.0.0.3' };
  const servers: Server[] = [];
  let folder: string;
  let caddy: Child;
  let url: string;

  /** Responds with its own name to every request. */
  const listen = (name: 'events' | 'api', port: number): Promise<number> => {
    const server = createServer((request, response) => {
      request.resume();
      request.once('end', () => response.end(name));
    });
    servers.push(server);
    return new Promise((resolve) => {
      server.listen(port, addresses[name], () => resolve((server.address() as AddressInfo).port));
    });
  };

  beforeAll(async () => {
    const apiPort = await listen('api', 0);
    await listen('events', apiPort);
    const port = await findFreePort(0);
    url = `http://127.0.0.1:${port}`;
    folder = mkdtempSync(path.join(tmpdir(), 'apex-caddy-'));
    caddy = startChild({
      name: 'caddy',
      command: program ?? '',
      args: ['run', '--config', path.join(__dirname, '../../deploy/Caddyfile'), '--adapter', 'caddyfile'],
      cwd: folder,
      env: {
        ...process.env,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        SITE_ADDRESS: url,
        EVENTS_NAME: addresses.events,
        API_NAME: addresses.api,
        API_PORT: String(apiPort),
      },
      logFile: path.join(folder, 'caddy.log'),
    });
    await waitFor(async () => (await fetch(url)).ok, { what: 'Caddy' });
  });

  afterAll(async () => {
    await caddy?.stop();
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['POST', '/api/events', 'events'],
    ['POST', '/api/v1/events', 'events'],
    ['POST', '/api/identity/stitch', 'events'],
    ['GET', '/api/apex-js?key=svc_pk_x', 'events'],
    ['GET', '/api/apex-js/0123456789abcdef.js', 'events'],
    ['GET', '/api/experiments/active?projectKey=svc_pk_x', 'events'],
    ['GET', '/t/c/token', 'events'],
    ['GET', '/api/identity?visitorId=v', 'api'],
    ['POST', '/api/v1/transactional/send', 'api'],
    ['GET', '/api/experiments/exp_1/results', 'api'],
    ['GET', '/console/', 'api'],
    ['GET', '/healthz', 'api'],
  ])('%s %s goes to %s', async (method, target, name) => {
    const response = await fetch(url + target, { method });
    expect({ status: response.status, name: await response.text() }).toEqual({ status: 200, name });
  });

  /** Sends the path unchanged; `fetch` would normalize it. */
  const get = async (path: string): Promise<{ status: number | undefined; body: string }> => {
    const call = request(url, { path, agent: false });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response) body += String(chunk);
    return { status: response.statusCode, body };
  };

  test.each(
    ['/metrics', '/api/internal/workspaces/wsp_1', '/api/journeys/internal/dispatch'].flatMap((path) => [
      path,
      `${path}/`,
      `${path}//`,
      `${path}/x`,
      `${path}?x=1`,
      path.toUpperCase(),
      path.replace(/\w(?=[^/]*$)/, (first) => first.toUpperCase()),
      path.replace('i', '%69').replace('m', '%6d'),
      path.replace('i', '%49').replace('m', '%4D'),
      path.replaceAll('/', '//'),
      path.replaceAll('/', '/./'),
      `/console/..${path}`,
      `/console/%2e%2e${path}`,
      `${path}%2f`,
    ]),
  )('%s is not reachable from outside', async (path) => {
    expect(await get(path)).toEqual({ status: 404, body: '' });
  });

  test('a blocked path is also blocked in absolute form, as proxy clients send it', async () => {
    expect(await get(`${url}/healthz`)).toEqual({ status: 200, body: 'api' });
    expect(await get(`${url}/metrics/`)).toEqual({ status: 404, body: '' });
  });

  test.each(['/api/metrics', '/api/metrics/google_ads', '/api/journeys/internals', '/metricsx'])(
    '%s is reachable',
    async (path) => {
      expect(await get(path)).toEqual({ status: 200, body: 'api' });
    },
  );
});
