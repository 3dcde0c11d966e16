import Koa from 'koa';

/** The floor of bench/active-list.bench.ts: bare Koa that returns the same bytes for every request. */
const [body = '', etag = ''] = [process.env['FLOOR_BODY'], process.env['FLOOR_ETAG']];

const app = new Koa();
app.use((context) => {
  context.type = 'application/json';
  context.set('ETag', etag);
  context.body = body;
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: (server.address() as { port: number }).port });
});
