import Koa from 'koa';
import { connect } from '../db/connection/pool';

/**
 * The floor of bench/request-spine.bench.ts: bare Koa, the two reads of an authenticated request, and JSON. Nothing
 * else.
 */
const database = connect({ url: process.env['DATABASE_URL'] ?? '', poolSize: 20, applicationName: 'apex-floor' });
const workspaceId = process.env['WORKSPACE_ID'] ?? '';
const keyId = process.env['KEY_ID'] ?? '';

const app = new Koa();
app.use(async (context) => {
  await database('api_keys').where({ id: keyId }).first('id');
  context.body = await database('workspaces').where({ id: workspaceId }).first();
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: (server.address() as { port: number }).port });
});
