import { NestedTooDeeply } from '../email/parse-document';
import { callFailures } from '../webhooks/call-failures';
import type { FetchedPage } from './fetched-page';
import { error, info, openInBrowser, type Finding } from './findings';
import { readPage } from './read-page';
import { snippetFindings, type ExpectedSnippet } from './snippet-findings';

export interface CheckedPage {
  page: FetchedPage;
  expected: ExpectedSnippet;
}

/** Checks whether a page loads the snippet of a workspace. */
export function checkPage({ page, expected }: CheckedPage): Finding[] {
  const { urls, response } = page;
  const address = urls.at(-1) ?? '';
  const before = redirectFindings(urls);
  if (response === undefined) return [...before, failureFinding(page.failure ?? 'network')];
  const problem = responseFinding(response);
  if (problem !== null) return [...before, problem];
  try {
    const read = readPage(response.html, address);
    return [
      ...before,
      ...snippetFindings(read, { address, expected, headers: response.policies, isCut: response.isCut }),
    ];
  } catch (fault) {
    if (!(fault instanceof NestedTooDeeply)) throw fault;
    return [...before, error('unreadable', 'The HTML of the page is nested too deeply to be checked.', openInBrowser)];
  }
}

function redirectFindings(urls: readonly string[]): Finding[] {
  const last = urls.at(-1) ?? '';
  if (urls.length === 1) return [];
  const isSignIn = /(log|sign)-?in|auth|sso/i.test(new URL(last).pathname);
  const remedy = isSignIn
    ? 'This looks like a sign-in page. Check a public page, or open the page in your browser.'
    : 'If this is not the page you mean, check its final address.';
  return [info('redirected', `The address redirects to ${last}.`, remedy)];
}

function failureFinding(failure: NonNullable<FetchedPage['failure']>): Finding {
  if (failure === 'egress_refused') {
    const remedy = `${openInBrowser} The operator can allow the host with WEBHOOK_ALLOW_HOSTS.`;
    return error('not_public', 'The address is not public, so Apex does not open it.', remedy);
  }
  if (failure === 'too_many_redirects') {
    return error(
      'too_many_redirects',
      'The address redirects more than 5 times.',
      'Check the final address of the page.',
    );
  }
  const { title } = callFailures[failure];
  const remedy =
    failure === 'dns' ? 'Check the spelling of the host.' : 'Check that the page opens in a private browser window.';
  return error('unreachable', `The page could not be loaded (${title}).`, remedy);
}

/** What is wrong with the response; null if it is a page. */
function responseFinding({ status, contentType }: NonNullable<FetchedPage['response']>): Finding | null {
  if ([401, 403, 429, 503].includes(status)) {
    const remedy = 'Check a public page, or open this page in your browser and wait for its first event.';
    return error(
      'error_status',
      `The page returned status ${status}. It may need a sign-in or block automated requests.`,
      remedy,
    );
  }
  if (status >= 400) return error('error_status', `The page returned status ${status}.`, 'Check the address.');
  if (status >= 300 || status < 200) {
    return error('error_status', `The page returned status ${status} without a page.`, 'Check the address.');
  }
  if (contentType !== null && !/html|xml/i.test(contentType)) {
    return error('not_html', `The address returned ${contentType}, not HTML.`, 'Check the address of a page.');
  }
  return null;
}
