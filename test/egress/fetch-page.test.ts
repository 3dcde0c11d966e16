import { gzipSync } from 'node:zlib';
import { fetchPage } from '../../egress/fetch-page';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';

let site: WebhookReceiver;
let other: WebhookReceiver;

beforeAll(async () => {
  [site, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
});

afterAll(() => Promise.all([site.stop(), other.stop()]));

beforeEach(() => void (site.calls.length = 0));

const load = (address: string) => fetchPage(address, { allowHosts: [site.host], agent: 'ApexInstallCheck/1.0' });

test('redirects are followed, and the page is returned with its type and policies', async () => {
  site.respondWith((response, { url }) => {
    if (url !== '/end') return void response.writeHead(302, { location: url === '/' ? '/next' : '/end' }).end();
    response.setHeader('content-security-policy', ["default-src 'self'", 'img-src *']);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
  });
  const root = `http://${site.host}`;
  expect(await load(`http://ada:secret@${site.host}/`)).toEqual({
    urls: [
      `http://ada:secret@${site.host}/`,
      `http://ada:secret@${site.host}/next`,
      `http://ada:secret@${site.host}/end`,
    ],
    response: {
      status: 200,
      contentType: 'text/html',
      policies: ["default-src 'self', img-src *"],
      html: '<p>Hello</p>',
      isCut: false,
    },
  });
  expect(site.calls.map(({ path, headers }) => [path, headers['user-agent'], headers.authorization])).toEqual(
    ['/', '/next', '/end'].map((path) => [path, 'ApexInstallCheck/1.0', undefined]),
  );
  site.respondWith(status(301, { location: '/' }));
  expect(await load(root)).toMatchObject({ failure: 'too_many_redirects' });
  expect(site.calls).toHaveLength(3 + 6);
});

test('a redirect to a private address is not followed', async () => {
  site.respondWith(status(302, { location: `http://${other.host}/` }));
  const connections = other.connections();
  expect(await load(`http://${site.host}/`)).toMatchObject({ failure: 'egress_refused' });
  site.respondWith(status(302, { location: 'file:///etc/passwd' }));
  expect(await load(`http://${site.host}/`)).toMatchObject({ response: { status: 302 } });
  expect(other.connections()).toBe(connections);
});

test('a compressed page is read, and a long one is cut after a megabyte', async () => {
  site.respondWith((response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('<p>Hello</p>')));
  expect((await load(`http://${site.host}/`)).response).toMatchObject({ html: '<p>Hello</p>', isCut: false });
  site.respondWith((response) => response.end('x'.repeat(3_000_000)));
  const { response } = await load(`http://${site.host}/`);
  expect([response?.html.length, response?.isCut]).toEqual([1_024 * 1_024, true]);
});
