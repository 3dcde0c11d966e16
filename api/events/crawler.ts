import { isbot } from 'isbot';

/**
 * HTTP libraries and runtimes, by their default user agents. These are not crawlers: a program that posts a valid event with
 * the workspace's key is a server that forwards events or a developer's test. Crawlers run the snippet in a browser.
 */
const libraries = new RegExp(
  `^(?:${[
    ...['node', 'undici', 'axios', 'got', 'node-fetch', 'node-superagent', 'ky', 'Deno', 'Bun'],
    ...['curl', 'Wget', 'HTTPie', 'PostmanRuntime', 'insomnia', 'k6'],
    // aiohttp names Python and its version first.
    ...['python-requests', 'python-httpx', 'Python-urllib', 'python-urllib3', String.raw`Python/[\d.]+ aiohttp`],
    ...['Go-http-client', 'okhttp', 'Java', 'Java-http-client', 'Apache-HttpClient'],
    ...['Ruby', 'Faraday', 'GuzzleHttp'],
  ].join('|')})(?=[/ ]|$)`,
  'i',
);

const known = new Map<string, boolean>();

/** Checks whether a user agent belongs to a crawler, by the package `isbot`. */
export function isCrawler(userAgent: string): boolean {
  const seen = known.get(userAgent);
  if (seen !== undefined) return seen;
  const verdict = isbot(userAgent) && !libraries.test(userAgent);
  // Limits the cache, because callers choose their user agents.
  if (known.size >= 2_000) known.clear();
  if (userAgent.length <= 500) known.set(userAgent, verdict);
  return verdict;
}
