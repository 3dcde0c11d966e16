import pino from 'pino';
import { runApi } from '../../api/run-api';
import { loadApiSettings } from '../../config';
import { formatInvitationToken } from '../../domain/accounts/invitation-token';
import { formatPasswordResetToken } from '../../domain/accounts/password-reset-token';
import { apiClient } from '../support/api-client';
import { setting } from '../support/members';
import { startTcpProxy } from '../support/tcp-proxy';
import { useWorld } from '../support/world';

/** Links contain a secret in their path, which must not appear in the log. */

const world = useWorld({ temporal: false });

test('a request that fails without the database is logged by its route, without the token', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logger = Object.assign(pino({ level: 'debug' }, stream), { droppedLines: () => 0 });
  const { hostname, port } = new URL(world.databaseUrl);
  const proxy = await startTcpProxy(hostname, Number(port));
  const environment = { ...world.environment, DATABASE_URL: proxy.urlFor(world.databaseUrl) };
  const api = await runApi(loadApiSettings(environment), logger);
  try {
    const { get, post } = apiClient(`http://127.0.0.1:${api.port}`);
    const secret = setting(world, 'LINK_SECRET');
    const reset = formatPasswordResetToken(secret, 'pwr_01h455vb4pex5vsknk084sn02q');
    const name = { workspaceId: world.demo.workspaceId, invitationId: 'inv_01h455vb4pex5vsknk084sn02q' };
    const invitation = formatInvitationToken(secret, name);
    await proxy.stopListening();
    const responses = [
      await get(`/invitations/${invitation}`),
      await get(`/password-reset/${reset}`),
      await post(`/api/password-reset/${reset}`, { password: 'a different long password' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
    expect(failures.map(({ method, route }) => `${method} ${route}`)).toEqual([
      'GET /invitations/:token',
      'GET /password-reset/:token',
      'POST /api/password-reset/:token',
    ]);
    for (const token of [reset, invitation]) {
      for (const part of [token, token.split('.').at(-1)!]) expect(lines.join('')).not.toContain(part);
    }
  } finally {
    await proxy.listenAgain();
    await api.stop();
    await proxy.close();
  }
});
