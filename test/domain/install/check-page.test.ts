import { checkPage } from '../../../domain/install/check-page';
import type { FetchedPage } from '../../../domain/install/fetched-page';
import { resultOf } from '../../../domain/install/findings';
import { readStub } from '../../support/snippet-stub';

const key = 'svc_pk_mine';
const publicUrl = 'https://apex.example.com';
const code = readStub('docs/SNIPPET.md').replace('svc_pk_YourWorkspace', key);
const [stub = '', loader = ''] = code.split('\n');

interface Given {
  head?: string;
  body?: string;
  urls?: string[];
  response?: Partial<NonNullable<FetchedPage['response']>>;
  respectDoNotTrack?: boolean;
}

function check({ head = '', body = '<p>Hello</p>', urls = ['https://shop.example/'], ...given }: Given) {
  const html = `<!doctype html><html><head><title>Shop</title>${head}</head><body>${body}</body></html>`;
  const response = { status: 200, contentType: 'text/html', policies: [], html, isCut: false, ...given.response };
  const expected = { key, publicUrl, respectDoNotTrack: given.respectDoNotTrack ?? false };
  return checkPage({ page: { urls, response }, expected });
}

const codesOf = (given: Given): string[] => check(given).map((finding) => finding.code);

test('the code of the documentation is found', () => {
  const findings = check({ head: code });
  expect(findings).toEqual([
    {
      code: 'snippet_found',
      severity: 'good',
      message: 'The page has the snippet, with the key svc_pk_mine and the address https://apex.example.com.',
      remedy: null,
    },
  ]);
  expect(resultOf(findings)).toBe('good');
});

test.each<[string, Given, string[]]>([
  ['no snippet', {}, ['snippet_missing']],
  [
    'a snippet in a comment and in noscript',
    { head: `<!--${code}--><noscript>${code}</noscript>` },
    ['snippet_missing'],
  ],
  ['the key of another workspace', { head: code.replace(key, 'svc_pk_other') }, ['wrong_key']],
  ['no key', { head: `${stub}<script async src="${publicUrl}/api/apex-js"></script>` }, ['no_key']],
  [
    'a version with data-key and its own file',
    { head: `${stub}<script data-key="${key}" data-api="${publicUrl}/" src="/js/apex.js"></script>` },
    ['snippet_found'],
  ],
  ['another address', { head: code.replace(publicUrl, 'https://t.shop.example') }, ['snippet_found', 'other_address']],
  [
    'the address of a computer',
    { head: code.replace(publicUrl, 'http://127.0.0.1:3000') },
    ['snippet_found', 'other_address', 'local_address', 'mixed_content'],
  ],
  ['two snippets', { head: code + loader }, ['snippet_found', 'loaded_twice']],
  ['no stub', { head: loader }, ['snippet_found', 'no_stub']],
  ['a module', { head: stub + loader.replace('async', 'type="module"') }, ['snippet_found', 'module']],
  ['a snippet in the body', { body: code }, ['snippet_found', 'in_body']],
  [
    'a consent tool that loads it',
    {
      head: `<script src="https://consent.cookiebot.com/uc.js"></script>${stub}${loader.replace('async', 'type="text/plain"')}`,
    },
    ['snippet_found', 'waits_for_consent'],
  ],
  [
    'a consent tool that does not',
    { head: `<script src="https://consent.cookiebot.com/uc.js"></script>${code}` },
    ['snippet_found', 'consent_tool'],
  ],
  [
    'options',
    { head: code.replace('async', 'data-auto="off" data-respect-dnt') },
    ['snippet_found', 'automatic_events_off', 'do_not_track'],
  ],
  ['the setting of the workspace', { head: code, respectDoNotTrack: true }, ['snippet_found', 'do_not_track']],
  [
    'a tag manager',
    { head: `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-AB12"></script>` },
    ['tag_manager'],
  ],
  ['an application', { body: '<div id="root"></div><script src="/main.js"></script>' }, ['rendered_in_browser']],
  ['a loader', { head: `<script>load("${publicUrl}/api/apex-js?key=${key}")</script>` }, ['snippet_in_code']],
  ['a loader with another key', { head: `<script>load("/api/apex-js?key=svc_pk_other")</script>` }, ['wrong_key']],
  [
    'a redirect',
    { head: code, urls: ['http://shop.example/', 'https://shop.example/'] },
    ['redirected', 'snippet_found'],
  ],
  ['an error page', { response: { status: 404 } }, ['error_status']],
  ['a page behind a sign-in', { response: { status: 401 } }, ['error_status']],
  ['a redirect without a target', { response: { status: 304 } }, ['error_status']],
  ['a picture', { response: { contentType: 'image/png' } }, ['not_html']],
  ['deeply nested HTML', { head: code, body: '<div>'.repeat(2_000) }, ['unreadable']],
])('%s', (_, given, codes) => {
  expect(codesOf(given)).toEqual(codes);
});

test.each<[FetchedPage['failure'], string, RegExp]>([
  ['egress_refused', 'not_public', /WEBHOOK_ALLOW_HOSTS/],
  ['dns', 'unreachable', /spelling/],
  ['tls_expired', 'unreachable', /private browser window/],
  ['too_many_redirects', 'too_many_redirects', /final address/],
])('a page that cannot be loaded: %s', (failure, expectedCode, remedy) => {
  const expected = { key, publicUrl, respectDoNotTrack: false };
  const [finding] = checkPage({ page: { urls: ['https://shop.example/'], failure: failure! }, expected });
  expect(resultOf([finding!])).toBe('not_checked');
  expect(finding).toMatchObject({ code: expectedCode, severity: 'error', remedy: expect.stringMatching(remedy) });
});

describe('the Content Security Policy', () => {
  const blocked = (policy: string, head = code): string[] =>
    check({ head, response: { policies: [policy] } })
      .filter((finding) => finding.code.endsWith('_blocked'))
      .map((finding) => `${finding.code}: ${/\((.+)\)/.exec(finding.message)?.[1]}`);
  const hash = "'sha256-4R8aMt+qAkIvYeyEzvmNRIEBDPj5YMP2UaVJfBBAJz0='";
  const withNonce = code.replaceAll('<script', '<script nonce="r4nd"');

  test.each<[string, string[]]>([
    ['img-src *', []],
    ["script-src https://apex.example.com 'unsafe-inline'", []],
    [
      "default-src 'self'",
      ['script_blocked: default-src', 'stub_blocked: default-src', 'connection_blocked: default-src'],
    ],
    ["default-src 'self'; script-src https: 'unsafe-inline'; connect-src *.example.com", []],
    ["script-src *.example.com; connect-src 'self'", ['stub_blocked: script-src', 'connection_blocked: connect-src']],
    ["script-src 'self'; script-src-elem apex.example.com 'unsafe-inline'", []],
    ["script-src apex.example.com 'unsafe-inline' 'nonce-other'", ['stub_blocked: script-src']],
    ["script-src apex.example.com/api/ 'unsafe-inline'", []],
    ["script-src apex.example.com/other/ 'unsafe-inline'", ['script_blocked: script-src']],
    ["script-src apex.example.com:8443 'unsafe-inline'", ['script_blocked: script-src']],
    ["script-src http://apex.example.com:* 'unsafe-inline'", []],
    ["script-src 'strict-dynamic' https: 'unsafe-inline'", ['script_blocked: script-src', 'stub_blocked: script-src']],
    ['script-src *, connect-src *', ['stub_blocked: script-src']],
    ["script-src 'none'", ['script_blocked: script-src', 'stub_blocked: script-src']],
  ])('%s', (policy, expected) => {
    expect(blocked(policy)).toEqual(expected);
  });

  test('a nonce allows both tags, and the hash of a remedy the stub', () => {
    expect(blocked("script-src 'nonce-r4nd' 'strict-dynamic'", withNonce)).toEqual([]);
    const [found] = check({ head: code, response: { policies: ['script-src https:'] } }).slice(1);
    const source = /'sha256-[^']+'/.exec(found?.remedy ?? '')?.[0];
    expect(blocked(`script-src https: ${source}`)).toEqual([]);
    expect(blocked(`script-src https: ${hash}`)).toEqual(['stub_blocked: script-src']);
  });

  test('of a meta tag counts too', () => {
    const head = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">${code}`;
    expect(codesOf({ head })).toEqual(['snippet_found', 'connection_blocked']);
  });
});
