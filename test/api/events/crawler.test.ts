import { isCrawler } from '../../../api/events/crawler';

/** Real user agents. */

test.each([
  'node',
  'undici',
  'axios/1.7.2',
  'got (https://github.com/sindresorhus/got)',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'node-superagent/3.8.3',
  'Deno/2.1.4',
  'Bun/1.1.38',
  'curl/8.5.0',
  'Wget/1.21.4',
  'HTTPie/3.2.2',
  'PostmanRuntime/7.42.0',
  'insomnia/10.1.1',
  'k6/0.55.0 (https://k6.io/)',
  'python-requests/2.32.3',
  'python-httpx/0.27.2',
  'Python-urllib/3.12',
  'python-urllib3/2.2.3',
  'Python/3.11 aiohttp/3.9.1',
  'Go-http-client/1.1',
  'Go-http-client/2.0',
  'okhttp/4.12.0',
  'Java/17.0.1',
  'Java-http-client/21.0.2',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)',
  'Ruby',
  'Faraday v2.7.11',
  'GuzzleHttp/7',
])('a library is not a crawler: %s', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false);
});

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
])('a browser is not a crawler: %s', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  // Crawlers with the name of a library.
  'node-crawler/2.0.2',
  'Java-bot/1.0',
  'Python/3.11 SomeBot/1.0',
])('detects a crawler: %s', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(true);
});

test('long user agents with the same start are cached separately', () => {
  const browser = `Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 ${' '.repeat(500)}`.slice(0, 500);
  expect(isCrawler(`${browser} Googlebot/2.1`)).toBe(true);
  expect(isCrawler(browser)).toBe(false);
});
