import { blockedConnection, blockedScript, parsePolicies, scriptHash } from './content-policy';
import {
  findConsentTool,
  findLoader,
  findStub,
  findTagManager,
  findTags,
  isRun,
  keyIn,
  type SnippetTag,
} from './find-snippet';
import { isParsableUrl } from '../parsable-url';
import { error, good, info, openInBrowser, warning, type Finding } from './findings';
import { isLocalAddress } from './local-address';
import type { ReadPage } from './read-page';

/** What the snippet of a workspace should have. */
export interface ExpectedSnippet {
  key: string;
  /** The address of the API. */
  publicUrl: string;
  respectDoNotTrack: boolean;
}

/** What is known about a checked page apart from its HTML. */
interface Checked {
  address: string;
  expected: ExpectedSnippet;
  /** Policies of the response's headers. */
  headers: readonly string[];
  isCut: boolean;
}

/** Checks the snippet of a page: whether it is there, its options, and what keeps it from working. */
export function snippetFindings(page: ReadPage, checked: Checked): Finding[] {
  const tags = findTags(page);
  const [tag] = tags;
  if (tag === undefined) return [withoutTag(page, checked)];
  return [
    ...identityFindings(tag, checked),
    ...placeFindings(page, tags),
    ...policyFindings(page, tag, checked),
    ...consentFindings(page, tag),
    ...optionFindings(tag, checked.expected),
  ];
}

function withoutTag(page: ReadPage, { address, expected, isCut }: Checked): Finding {
  const loader = findLoader(page);
  if (loader !== undefined) {
    const key = keyIn(loader);
    if (key !== null && key !== expected.key) return wrongKey(key, expected);
    return info(
      'snippet_in_code',
      'A script of the page adds the snippet. The check does not run scripts.',
      openInBrowser,
    );
  }
  const manager = findTagManager(page);
  if (manager !== null) {
    const remedy = `If ${manager} adds it: ${openInBrowser} Otherwise, add the code to the page.`;
    return info('tag_manager', `The HTML has no snippet, but it loads ${manager}, which may add one.`, remedy);
  }
  if (page.hasEmptyRoot && page.textLength < 500) {
    const remedy = `Add the code to the HTML file of your application, such as index.html. If the application adds it: ${openInBrowser}`;
    return info('rendered_in_browser', 'The page is rendered in the browser, and its HTML has no snippet.', remedy);
  }
  const consent = findConsentTool(page);
  const message = isCut ? 'The first megabyte of the page has no snippet.' : 'The page has no snippet.';
  const add = `Add the code to the <head> of the pages of ${new URL(address).hostname}, publish the change, and check again.`;
  const remedy = consent === null ? add : `${add} If ${consent} adds it after consent: ${openInBrowser}`;
  return error('snippet_missing', message, remedy);
}

const wrongKey = (key: string, expected: ExpectedSnippet): Finding =>
  error(
    'wrong_key',
    `The snippet has the key ${key}, which is not the key of this workspace.`,
    `Replace it with ${expected.key}, or check the page in the other workspace.`,
  );

function identityFindings(tag: SnippetTag, { address, expected }: Checked): Finding[] {
  const { script, key, api } = tag;
  if (key === null) {
    return [error('no_key', 'The address of the snippet has no key.', `Add ?key=${expected.key} to its address.`)];
  }
  if (key !== expected.key) return [wrongKey(key, expected)];
  const found = [good('snippet_found', `The page has the snippet, with the key ${key} and the address ${api}.`)];
  if (api !== expected.publicUrl) {
    const message = `The snippet uses ${api}. The address of this service is ${expected.publicUrl}.`;
    found.push(warning('other_address', message, 'Correct the address, unless it is your proxy for this service.'));
  }
  const page = new URL(address);
  if (isLocalAddress(api) && !isLocalAddress(address)) {
    const message = `Visitors cannot reach ${api}. Only the computer that runs Apex can.`;
    found.push(error('local_address', message, 'Run Apex at a public address, and set PUBLIC_URL to it.'));
  }
  if (page.protocol === 'https:' && (script.url?.protocol === 'http:' || api.startsWith('http:'))) {
    const message = 'The page uses https and the snippet http. Browsers block such requests.';
    found.push(error('mixed_content', message, 'Use an https address for the snippet.'));
  }
  return found;
}

function placeFindings(page: ReadPage, tags: readonly SnippetTag[]): Finding[] {
  const found: Finding[] = [];
  const [tag] = tags;
  if (tags.length > 1) {
    const message = `The page has the snippet ${tags.length} times. Only the first one works.`;
    found.push(warning('loaded_twice', message, 'Remove the others, for example from a tag manager or a theme.'));
  }
  if (tag?.script.attributes.get('type')?.trim().toLowerCase() === 'module') {
    const message = 'The snippet is loaded as a module, which cannot read its options.';
    found.push(error('module', message, 'Remove type="module" from its tag.'));
  }
  if (tag?.script.isInHead === false) {
    const message = 'The snippet is in the body. Visitors may see a page before its experiments are applied.';
    found.push(warning('in_body', message, 'Move the code into the <head>, as early as possible.'));
  }
  const stub = findStub(page);
  if (stub === undefined) {
    const message = 'The page has no stub. window.apex is undefined until the script has loaded.';
    found.push(info('no_stub', message, 'Add the first line of the code if your pages call apex.'));
  }
  return found;
}

function policyFindings(page: ReadPage, { script, api }: SnippetTag, { address, headers }: Checked): Finding[] {
  const policies = parsePolicies([...headers, ...page.policies]);
  const at = new URL(address);
  const nonce = script.attributes.get('nonce') ?? null;
  const found: Finding[] = [];
  const byScript = script.url === null ? null : blockedScript(policies, at, { url: script.url, nonce, text: '' });
  const origin = script.url?.origin ?? api;
  const policy = "The page's Content Security Policy";
  if (byScript !== null) {
    const remedy = `Add ${origin} to ${byScript}, or the nonce of the response to the script tag.`;
    found.push(error('script_blocked', `${policy} blocks the script (${byScript}).`, remedy));
  }
  const stub = findStub(page);
  const ownNonce = stub?.attributes.get('nonce') ?? null;
  const byStub =
    stub === undefined ? null : blockedScript(policies, at, { url: null, nonce: ownNonce, text: stub.text });
  if (stub !== undefined && byStub !== null) {
    const remedy = `Add '${scriptHash(stub.text)}' to ${byStub}, or the nonce of the response to the tag of the stub.`;
    found.push(
      warning(
        'stub_blocked',
        `${policy} blocks the stub (${byStub}). Calls before the script has loaded are lost.`,
        remedy,
      ),
    );
  }
  const byConnection = isParsableUrl(api) ? blockedConnection(policies, at, new URL(`${api}/api/events`)) : null;
  if (byConnection !== null) {
    const message = `${policy} blocks the events (${byConnection}).`;
    found.push(error('connection_blocked', message, `Add ${new URL(api).origin} to connect-src.`));
  }
  return found;
}

function consentFindings(page: ReadPage, { script }: SnippetTag): Finding[] {
  const consent = findConsentTool(page);
  if (!isRun(script)) {
    const tool = consent ?? 'A consent tool';
    const message = `${tool} loads the snippet only after the visitor agrees.`;
    return [info('waits_for_consent', message, 'Accept in your browser when you wait for the first event.')];
  }
  if (consent === null) return [];
  const remedy = `If your law requires consent first, let ${consent} load the snippet after the visitor agrees.`;
  return [info('consent_tool', `The page has ${consent}, but the snippet does not wait for it.`, remedy)];
}

function optionFindings({ script: { attributes } }: SnippetTag, { respectDoNotTrack }: ExpectedSnippet): Finding[] {
  const found: Finding[] = [];
  if (attributes.get('data-auto') === 'off') {
    const message = 'Automatic events are off. The page sends only events of apex.track and experiments.';
    found.push(info('automatic_events_off', message, 'Remove data-auto="off" to record page views and clicks.'));
  }
  if (respectDoNotTrack || attributes.has('data-respect-dnt')) {
    const message = 'Browsers that send Global Privacy Control or Do Not Track are not recorded.';
    found.push(info('do_not_track', message, 'If your browser sends one of them, use another to test.'));
  }
  return found;
}
