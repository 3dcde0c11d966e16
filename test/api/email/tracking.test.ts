import { instrumentHtml } from '../../../domain/email/instrument';
import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { startTcpProxy } from '../../support/tcp-proxy';
import { postSend } from '../../support/transactional';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Sends html and reads the sent message from the sink. */
async function sendHtml(html: string) {
  const to = `${uniqueName('person')}@example.com`;
  const response = await postSend(world, { to, subject: 'Hello', html });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  const [mail] = await readSink(world.sesEndpoint, to);
  const sent = mail!.body.html!;
  const paths = (kind: 'o' | 'c'): string[] =>
    [...sent.matchAll(new RegExp(`"[^"]+(/t/${kind}/[\\w-]+)"`, 'g'))].map(([, path]) => path!);
  return { id: response.body.id as string, sent, pixel: paths('o')[0]!, links: paths('c') };
}

const hit = (path: string, headers: Record<string, string> = {}, method = 'GET', baseUrl = world.apiUrl) =>
  apiClient(baseUrl).raw(path, { method, headers: { 'user-agent': browser, ...headers } });

/** Moves a send into the past, because opens within two seconds count as automated. */
const age = (id: string, ms = 60_000) =>
  world
    .database('sends')
    .where({ id })
    .update({ sent_at: new Date(Date.now() - ms) });

const eventsOf = async (id: string) => {
  await world.settled();
  return (await world.api.get(`/api/transactional/${id}`)).body.events;
};

test('a message is tracked: the pixel opens, links redirect, and both appear on the record', async () => {
  const url = 'https://example.com/a%2Fb?x=1&y=%E4|z#frag?ment';
  const { id, sent, pixel, links } = await sendHtml(`<body><a href="${url.replaceAll('&', '&amp;')}">Go</a></body>`);
  expect(sent).not.toContain('example.com');
  await age(id);
  const opened = await fetch(world.apiUrl + pixel, { headers: { 'user-agent': browser } });
  const bytes = Buffer.from(await opened.arrayBuffer());
  expect([opened.status, opened.headers.get('content-type'), bytes.length]).toEqual([200, 'image/gif', 43]);
  expect(opened.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const clicked = await hit(links[0]!);
  expect([clicked.status, clicked.headers.get('location')]).toEqual([302, url]);
  for (const { headers } of [opened, clicked]) {
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
  const once = { at: expect.any(String), count: 1, lastAt: expect.any(String) };
  expect(await eventsOf(id)).toEqual([
    { kind: 'open', ...once, automated: false, link: null, detail: null },
    { kind: 'click', ...once, automated: false, link: 1, detail: null },
  ]);
  // The address could reveal the content of the message, so it is not stored.
  expect(JSON.stringify(await world.database('send_events').where({ send_id: id }))).not.toContain('example.com');
});

test('repeated opens and repeated clicks of a link are counted on one entry', async () => {
  const { id, pixel, links } = await sendHtml(
    '<a href="https://example.com/1">A</a><a href="https://example.com/2">B</a>',
  );
  await age(id);
  for (let round = 0; round < 3; round += 1) await Promise.all([hit(pixel), hit(links[0]!), hit(links[0]!)]);
  await hit(links[1]!);
  await hit(links[1]!, { 'user-agent': 'python-requests/2.32' });
  const events = (await eventsOf(id)) as { kind: string; link: number | null; automated: boolean; count: number }[];
  const counts = events.map(({ kind, link, automated, count }) => [kind, link, automated, count].join(' '));
  expect(counts.sort()).toEqual(['click 1 false 6', 'click 2 false 1', 'click 2 true 1', 'open  false 3']);
  expect(await world.database('send_events').where({ send_id: id })).toHaveLength(4);
});

test('non-ASCII addresses are encoded as in browsers', async () => {
  const { links } = await sendHtml('<a href="https://bücher.example/ä?q=ü&amp;r=%E4">Go</a>');
  expect((await hit(links[0]!)).headers.get('location')).toBe('https://xn--bcher-kva.example/%C3%A4?q=%C3%BC&r=%E4');
});

test.each<[string, string, Record<string, string>, string]>([
  ['a HEAD request', 'HEAD', {}, 'head'],
  ['a prefetch', 'GET', { 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
  ['an old prefetch', 'GET', { 'x-moz': 'prefetch' }, 'prefetch'],
  ['a crawler', 'GET', { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }, 'scanner'],
  ['a library', 'GET', { 'user-agent': 'python-requests/2.32' }, 'scanner'],
  ['no user agent', 'GET', { 'user-agent': '' }, 'scanner'],
  ['a gateway', 'GET', { 'user-agent': 'Mozilla/5.0 Mimecast-SafeLinks' }, 'scanner'],
  ['Apple’s privacy proxy', 'GET', { 'user-agent': 'Mozilla/5.0' }, 'privacy_proxy'],
])('%s is marked as automated and still served', async (_, method, headers, detail) => {
  const { id, pixel, links } = await sendHtml('<a href="https://example.com/">Go</a>');
  await age(id);
  expect((await hit(links[0]!, headers, method)).headers.get('location')).toBe('https://example.com/');
  expect((await hit(pixel, headers, method)).status).toBe(200);
  expect(await eventsOf(id)).toMatchObject([
    { kind: 'click', automated: true, detail },
    { kind: 'open', automated: true, detail },
  ]);
});

test('Gmail’s image proxy counts as a person; a hit within two seconds of sending does not', async () => {
  const { id, pixel } = await sendHtml('<p>Hello</p>');
  // In the future, so that the test does not depend on the speed of the machine.
  await age(id, -60_000);
  await hit(pixel);
  await world.settled();
  await age(id);
  await hit(pixel, {
    'user-agent': 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  });
  expect(await eventsOf(id)).toMatchObject([
    { kind: 'open', automated: true, detail: 'too_soon' },
    { kind: 'open', automated: false, detail: 'proxy' },
  ]);
});

test('there is no open redirect: an unsigned address returns 404, as a page for browsers', async () => {
  const { links, pixel } = await sendHtml('<a href="https://example.com/">Go</a>');
  const token = links[0]!.slice('/t/c/'.length);
  const evil = Buffer.from('https://evil.test/').toString('base64url');
  const altered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  const paths = [
    altered,
    evil,
    encodeURIComponent('https://evil.test/'),
    pixel.slice('/t/o/'.length),
    `${token}?url=x`,
  ];
  for (const path of paths.slice(0, 4)) {
    const asProgram = await hit(`/t/c/${path}`);
    expect([asProgram.status, asProgram.headers.get('location'), asProgram.body.code]).toEqual([
      404,
      null,
      'NOT_FOUND',
    ]);
    const asReader = await hit(`/t/c/${path}`, { accept: 'text/html,*/*' });
    expect([asReader.status, asReader.headers.get('location')]).toEqual([404, null]);
    expect(asReader.body).toContain('Open the link in the email again.');
  }
  expect((await hit(`/t/c/${paths[4]}`)).headers.get('location')).toBe('https://example.com/');
  expect((await hit(`/t/o/${token}`)).status).toBe(404);
  expect((await hit(`/t/c/${'x'.repeat(5_000)}`)).status).toBe(400);
});

test('templates with tracking off stay unchanged, and unknown sends record no events', async () => {
  const to = `${uniqueName('person')}@example.com`;
  const variables = { reset_url: 'https://example.com/reset/secret?a=1' };
  expect((await postSend(world, { to, commId: 'password-reset', variables })).status).toBe(200);
  const [mail] = await readSink(world.sesEndpoint, to);
  expect(mail!.body.html).not.toContain('/t/');
  expect(mail!.body.html).toContain(variables.reset_url);
  expect(mail!.body.text).toContain(variables.reset_url);
  const linkSecret = world.environment['LINK_SECRET']!;
  const { html: lost } = instrumentHtml('', {
    publicUrl: '',
    linkSecret,
    workspaceId: world.demo.workspaceId,
    sendId: 'snd_gone',
  });
  expect((await hit(/\/t\/o\/[\w-]+/.exec(lost)![0])).status).toBe(200);
  await world.settled();
  expect(await world.database('send_events').where({ send_id: 'snd_gone' })).toEqual([]);
});

test('while the database does not respond, pixel and links work, and lost hits are counted', async () => {
  const { hostname, port } = new URL(world.databaseUrl);
  const proxy = await startTcpProxy(hostname, Number(port));
  const api = await world.startApi({ DATABASE_URL: proxy.urlFor(world.databaseUrl) });
  const baseUrl = api.url;
  const { id, pixel, links } = await sendHtml('<a href="https://example.com/">Go</a>');
  proxy.pauseUpstream();
  expect((await hit(links[0]!, {}, 'GET', baseUrl)).headers.get('location')).toBe('https://example.com/');
  const responses = await Promise.all(Array.from({ length: 60 }, () => hit(pixel, {}, 'GET', baseUrl)));
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  const metrics = (await hit('/metrics', {}, 'GET', baseUrl)).body as string;
  expect(Number(/^apex_mail_hits_lost (\d+)$/m.exec(metrics)![1])).toBeGreaterThanOrEqual(11);
  proxy.resume();
  await api.stop();
  await proxy.close();
  // Hits in progress are still stored.
  expect((await eventsOf(id)).length).toBeLessThanOrEqual(50);
});
