import type { PageScript, ReadPage } from './read-page';

/** A tag of the snippet on a page. */
export interface SnippetTag {
  script: PageScript;
  /** Null if the tag names no workspace. */
  key: string | null;
  /** Base URL of the API without a trailing slash. */
  api: string;
}

const snippetPath = /\/api\/apex-js(\/[\w-]+\.js)?$/;
const publicKey = /svc_pk_\w+/;

/** Finds the tags of the snippet. Reads their options as the snippet does. */
export const findTags = ({ scripts }: ReadPage): SnippetTag[] =>
  scripts.flatMap((script) => {
    const { url, attributes } = script;
    const dataKey = attributes.get('data-key');
    if (url === null || (!snippetPath.test(url.pathname) && !publicKey.test(dataKey ?? ''))) return [];
    const { searchParams } = url;
    const key = ['key', 'workspaceKey', 'projectKey'].map((name) => searchParams.get(name)).find((one) => one !== null);
    const api = attributes.get('data-api') ?? url.href.split('/api/apex-js')[0] ?? url.origin;
    return [{ script, key: dataKey ?? key ?? null, api: api.replace(/\/+$/, '') }];
  });

/** The stub of the installation code, which queues calls. */
export const findStub = ({ scripts }: ReadPage): PageScript | undefined =>
  scripts.find(({ url, text }) => url === null && /window\.apex\s*=\s*window\.apex/.test(text));

/** @returns the code or the preload by which the page adds the snippet later; undefined if there is none */
export const findLoader = ({ scripts, preloads }: ReadPage): string | undefined =>
  [...scripts.filter(({ url }) => url === null).map(({ text }) => text), ...preloads.map(({ href }) => href)].find(
    (text) => text.includes('/api/apex-js'),
  );

/** The workspace key that a loader names. */
export const keyIn = (text: string): string | null => publicKey.exec(text)?.[0] ?? null;

/** @returns the container id of Google Tag Manager, such as GTM-ABC123; null without one */
export function findTagManager({ scripts }: ReadPage): string | null {
  const texts = scripts.map(({ url, text }) => url?.href ?? text);
  const text = texts.find((one) => one.includes('googletagmanager.com/gtm'));
  return text === undefined ? null : (/GTM-[A-Z0-9]+/.exec(text)?.[0] ?? 'Google Tag Manager');
}

const consentTools: readonly [pattern: RegExp, name: string][] = [
  [/cookiebot\.(com|eu)/, 'Cookiebot'],
  [/cookielaw\.org|onetrust\.com/, 'OneTrust'],
  [/usercentrics\.eu/, 'Usercentrics'],
  [/cookieyes\.com/, 'CookieYes'],
  [/iubenda\.com/, 'iubenda'],
  [/didomi\.io|privacy-center\.org/, 'Didomi'],
  [/consentmanager\.net/, 'consentmanager'],
  [/termly\.io/, 'Termly'],
  [/osano\.com/, 'Osano'],
  [/klaro/, 'Klaro'],
];

/** @returns the name of a known consent tool on the page; null without one */
export function findConsentTool({ scripts }: ReadPage): string | null {
  const addresses = scripts.flatMap(({ url }) => (url === null ? [] : [url.href]));
  return consentTools.find(([pattern]) => addresses.some((one) => pattern.test(one)))?.[1] ?? null;
}

const runTypes = new Set(['', 'text/javascript', 'application/javascript', 'application/x-javascript', 'module']);

/** Whether browsers run the script as it is. Consent tools change the type of a script to stop it. */
export const isRun = ({ attributes }: PageScript): boolean =>
  runTypes.has(attributes.get('type')?.trim().toLowerCase() ?? '');
