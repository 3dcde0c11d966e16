import { isbot } from 'isbot';

/**
 * HTTP libraries by their default user agents. A program that posts a well-formed event with the
 * workspace's key does so on purpose: it is a server that forwards events or a developer's test. Crawlers run the page's
 * snippet, in a browser of theirs.
 */
const libraries =
  /^(node|undici|axios|got|node-fetch|node-superagent|ky|curl|Wget|HTTPie|python-requests|python-httpx|Python-urllib|aiohttp|Go-http-client|okhttp|Java|Ruby|Faraday|GuzzleHttp|PostmanRuntime|insomnia|k6)\b/i;

const known = new Map<string, boolean>();

/** Whether events that a browser of this user agent sends are a crawler's (contract, section 4: judged by `isbot`). */
export function isCrawler(userAgent: string): boolean {
  const seen = known.get(userAgent);
  if (seen !== undefined) return seen;
  const verdict = isbot(userAgent) && !libraries.test(userAgent);
  // User agents are the senders' choice: what is remembered stays small.
  if (known.size >= 2_000) known.clear();
  known.set(userAgent.slice(0, 500), verdict);
  return verdict;
}
