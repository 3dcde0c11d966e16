import fc from 'fast-check';
import { compileLinear } from '../../../domain/experiments/linear-expression';
import { compilePattern, type CompileExpression } from '../../../domain/experiments/url-pattern';
import { anyText } from '../../support/any-text';
import { runs } from '../../support/thorough';

/** The implementation in the snippet. */
const compileInBrowser: CompileExpression = (source) => {
  try {
    const expression = new RegExp(source);
    return (text) => expression.test(text);
  } catch {
    return null;
  }
};

/** Matches on the server and checks that the browser agrees. */
function matchesUrl(pattern: string, url: string): boolean {
  const onService = compilePattern(pattern, compileLinear)(url);
  if (!pattern.startsWith('re:')) expect(compilePattern(pattern, compileInBrowser)(url)).toBe(onService);
  return onService;
}

const shop = 'https://shop.example.com';

const matching: [pattern: string, url: string][] = [
  // Paths, on any host.
  ['/pricing', `${shop}/pricing`],
  ['/pricing', 'http://other.example.org:8080/pricing'],
  ['/pricing', `${shop}/pricing/`],
  ['/pricing/', `${shop}/pricing`],
  ['/pricing', `${shop}/pricing?plan=pro`],
  ['/pricing', `${shop}/pricing#faq`],
  ['pricing', `${shop}/pricing`],
  ['pricing/team', `${shop}/pricing/team`],
  ['/', shop],
  ['/', `${shop}/`],
  ['', `${shop}/`],
  ['/pricing', '/pricing?plan=pro'],
  [' /pricing ', `${shop}/pricing`],
  // Wildcards.
  ['*', `${shop}/any/thing?at=all`],
  ['*', shop],
  ['/*', `${shop}/`],
  ['/*', `${shop}/a/b`],
  ['/blog/*', `${shop}/blog/2026/post`],
  ['/blog/*', `${shop}/blog/`],
  ['/blog/*', `${shop}/blog`],
  ['/blog*', `${shop}/blogs`],
  ['/*/edit', `${shop}/posts/7/edit`],
  ['*/edit', `${shop}/posts/7/edit/`],
  // Text between two stars may be the first part of the path.
  ['*/docs*/edit', `${shop}/docs/7/edit`],
  ['/a*b*c', `${shop}/a-b-b-c`],
  ['/a**c', `${shop}/abc`],
  ['/ab*ba', `${shop}/abba`],
  // Hosts.
  ['https://shop.example.com/pricing', `${shop}/pricing`],
  ['http://shop.example.com/pricing', `${shop}/pricing`],
  ['//shop.example.com/pricing', `${shop}/pricing`],
  ['shop.example.com/pricing', `${shop}/pricing`],
  ['shop.example.com', shop],
  ['HTTPS://Shop.Example.COM/pricing', `${shop}/pricing`],
  ['https://shop.example.com', `${shop}/`],
  ['https://shop.example.com/*', `${shop}/a/b`],
  ['https://shop.example.com*', `${shop}/a/b`],
  ['*.example.com/pricing', `${shop}/pricing`],
  ['*.example.com/*', 'https://a.b.example.com/x'],
  ['https://*/pricing', `${shop}/pricing`],
  ['localhost/pricing', 'http://localhost/pricing'],
  ['localhost:3000/pricing', 'http://localhost:3000/pricing'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://shop.example.com:443/pricing', `${shop}/pricing`],
  ['shop.example.com:80/pricing', 'http://shop.example.com/pricing'],
  ['https://bücher.example/neu', 'https://xn--bcher-kva.example/neu'],
  // Queries.
  ['/search?q=shoes', `${shop}/search?q=shoes`],
  ['/search?q=shoes', `${shop}/search?page=2&q=shoes&sort=price`],
  ['/search?sort=price&q=shoes', `${shop}/search?q=shoes&sort=price`],
  ['/search?q=*', `${shop}/search?q=shoes`],
  ['/search?q=*', `${shop}/search?q=`],
  ['/search?q=red*', `${shop}/search?q=red+shoes`],
  ['/search?q=red%20shoes', `${shop}/search?q=red+shoes`],
  ['/search?q=red shoes', `${shop}/search?q=red%20shoes`],
  ['/search?q=a%2Fb', `${shop}/search?q=a/b`],
  ['/search?tag=b', `${shop}/search?tag=a&tag=b`],
  ['/search?debug', `${shop}/search?debug=`],
  ['?debug', `${shop}/?debug`],
  ['*?utm_source=news', `${shop}/deep/page?utm_source=news`],
  // Fragments.
  ['/app#/thanks', `${shop}/app#/thanks`],
  ['/app#/thanks', `${shop}/app/?lang=en#/thanks/?order=7`],
  ['https://shop.example.com/app#/thanks', `${shop}/app#/thanks`],
  ['#/thanks', `${shop}/#/thanks`],
  ['*#/thanks', `${shop}/any/app#/thanks`],
  ['/app#/orders/*/paid', `${shop}/app#/orders/7/paid`],
  ['/app#/orders/*', `${shop}/app#/orders`],
  ['/app#/search?q=red%20shoes', `${shop}/app#/search?page=2&q=red+shoes`],
  ['/app?plan=pro#faq', `${shop}/app?plan=pro#faq`],
  ['/app#!/thanks', `${shop}/app#!/thanks`],
  ['/app#café', `${shop}/app#caf%C3%A9`],
  ['/app#v1.2', `${shop}/app#v1.2`],
  ['/app#a#b', `${shop}/app#a#b`],
  ['/app#', `${shop}/app`],
  ['/app#*', `${shop}/app`],
  ['/app', `${shop}/app#/thanks`],
  // Encodings.
  ['/café', `${shop}/caf%C3%A9`],
  ['/caf%c3%a9', `${shop}/caf%C3%A9`],
  ['/two words', `${shop}/two%20words`],
  ['/100%', `${shop}/100%25`],
  ['/a%2fb', `${shop}/a%2Fb`],
  ['/broken%FF', `${shop}/broken%ff`],
  ['/star%2A', `${shop}/star*`],
  ['/%E6%9D%B1*', `${shop}/東京`],
  // Regular expressions.
  ['re:^/blog/\\d+$', `${shop}/blog/2026`],
  ['re:^https://shop\\.example\\.com/', `${shop}/blog/2026`],
  ['re:^/blog/\\d+$', `${shop}/blog/2026#top`],
  ['re:plan=(pro|team)', `${shop}/pricing?plan=team`],
  ['re:#/thanks$', `${shop}/app#/thanks`],
  ['re:^/app#/(thanks|paid)$', `${shop}/app#/paid`],
  ['re:^https://shop\\.example\\.com/app#', `${shop}/app#/paid`],
  ['re:^/app$', `${shop}/app#/thanks`],
  ['re:^#/thanks$', 'https://shop.example.com#/thanks'],
];

const differing: [pattern: string, url: string][] = [
  ['/pricing', `${shop}/pricing/team`],
  ['/pricing', `${shop}/Pricing`],
  ['/pricing', `${shop}/`],
  ['/', `${shop}/pricing`],
  ['', `${shop}/pricing`],
  ['/team', `${shop}/pricing/team`],
  ['/blog/*', `${shop}/blogs`],
  ['/*/edit', `${shop}/edit`],
  ['/ab*ba', `${shop}/aba`],
  ['/a*b*c', `${shop}/a-c-b`],
  ['/a*b', `${shop}/ab/c`],
  ['https://www.example.com/', 'https://example.com/'],
  ['https://example.com/', 'https://www.example.com/'],
  ['*.example.com/', 'https://example.com/'],
  ['https://example.com/*', 'https://example.com.evil.test/'],
  ['https://example.com/*', 'https://evil.test/example.com/'],
  ['https://example.com/*', 'https://example.com@evil.test/'],
  ['localhost/pricing', 'http://localhost:3000/pricing'],
  ['shop.example.com:8080/pricing', `${shop}/pricing`],
  ['https://shop.example.com', `${shop}/pricing`],
  ['https://shop.example.com/pricing', '/pricing'],
  ['/search?q=shoes', `${shop}/search`],
  ['/search?q=shoes', `${shop}/search?q=shoe`],
  ['/search?q=shoes&sort=price', `${shop}/search?q=shoes`],
  ['/search?q=shoes', `${shop}/search?query=shoes`],
  ['/search?debug', `${shop}/search?debug=1`],
  ['/search?q=shoes', `${shop}/search#q=shoes`],
  ['/pricing#faq', `${shop}/pricing`],
  ['/pricing#faq', `${shop}/pricing#top`],
  ['/pricing#faq', `${shop}/pricing?faq`],
  ['/pricing#faq', `${shop}/team#faq`],
  ['/app#/thanks', `${shop}/app#thanks`],
  ['/app#/thanks', `${shop}/app#/thanks/again`],
  ['/app#/thanks?order=7', `${shop}/app?order=7#/thanks`],
  ['/app#/star%2A', `${shop}/app#/stars`],
  ['/app#v1.2', `${shop}/app#/`],
  ['/app#', `${shop}/app#/thanks`],
  ['re:#/thanks$', `${shop}/app#/pricing`],
  ['re:#/thanks$', `${shop}/app`],
  ['/a/b', `${shop}/a%2Fb`],
  ['/star%2A', `${shop}/star-and-more`],
  ['/a.c', `${shop}/abc`],
  ['/(a|b)', `${shop}/a`],
  ['re:^/blog/\\d+$', `${shop}/blog/new`],
  // Parts do not overlap.
  ['/*ab*ba', '/aba'],
  ['/*ab*ba*', '/aba/'],
  ['re:(', `${shop}/(`],
  ['re:^/$', `${shop}/${'a'.repeat(3_000)}`],
  ['re:.', `${shop}/${'a'.repeat(3_000)}`],
];

describe('matchesUrl', () => {
  it.each(matching)('%j matches %j', (pattern, url) => {
    expect(matchesUrl(pattern, url)).toBe(true);
  });

  it.each(differing)('%j does not match %j', (pattern, url) => {
    expect(matchesUrl(pattern, url)).toBe(false);
  });

  it('a star matches any text', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 });
    const starred = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*'), maxLength: 8 });
    fc.assert(
      fc.property(starred, letters, (pattern, text) => {
        expect(matchesUrl(`/p${pattern}q`, `${shop}/p${text}q`)).toBe(starMatches(`${pattern}q`, `${text}q`));
      }),
      { numRuns: runs(300, 5_000) },
    );
  });

  it('terminates quickly on patterns that cause catastrophic backtracking', () => {
    expect(matchesUrl(`/${'a*'.repeat(500)}b`, `${shop}/${'a'.repeat(5_000)}`)).toBe(false);
    expect(matchesUrl(`/?${'q=*a&'.repeat(50)}`, `${shop}/?${'q=b&'.repeat(500)}`)).toBe(false);
  });

  it('expressions match the same URLs in the browser and on the server', () => {
    for (const [pattern, url] of [...matching, ...differing]) {
      expect([pattern, url, compilePattern(pattern, compileInBrowser)(url)]).toEqual([
        pattern,
        url,
        matchesUrl(pattern, url),
      ]);
    }
  });

  it('normalizes URLs like a browser', () => {
    expect(matchesUrl('re:^/caf%C3%A9$', `${shop}/café`)).toBe(true);
    expect(matchesUrl('re:^/.{3}$', `${shop}/a b`)).toBe(false);
    expect(matchesUrl('re:^/a%20b$', `${shop}/a b`)).toBe(true);
    expect(matchesUrl('re:^/%EF%BF%BD$', `${shop}/\ud800`)).toBe(true);
  });

  it('never throws, for any pattern and URL', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (pattern, url) => {
        expect(typeof matchesUrl(pattern, url)).toBe('boolean');
      }),
      { numRuns: runs(200, 2_000) },
    );
  });
});

/** Reference implementation: a star matches any text. */
function starMatches(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return text !== '' && pattern[0] === text[0] && starMatches(pattern.slice(1), text.slice(1));
  return Array.from({ length: text.length + 1 }, (_, at) => at).some((at) =>
    starMatches(pattern.slice(1), text.slice(at)),
  );
}

it('matches URLs of at most 2,000 characters against an expression', () => {
  const ofLength = (length: number): string => shop + '/'.padEnd(length - shop.length, 'a');
  expect(matchesUrl('re:/a+$', ofLength(2_000))).toBe(true);
  expect(matchesUrl('re:/a+$', ofLength(2_001))).toBe(false);
});
