import { page } from './native';
import { warn } from './warn';

/** What the service puts into the form with `?key=`; null in the versioned form, which is the same for all workspaces. */
export interface ServedSettings {
  key: string;
  respectDoNotTrack: boolean;
}

/** How this page wants the snippet to work. */
export interface Options {
  /** Public key of the workspace. */
  key: string;
  /** Where the API is, without a slash at the end: where the script came from, unless the tag says otherwise. */
  api: string;
  /** Whether pageviews, clicks, forms, downloads and time are collected by themselves. */
  auto: boolean;
  /** Whether the part after `#` tells pages apart. */
  hash: boolean;
  cookieDomain: string | null;
  respectDoNotTrack: boolean;
  /** For styles that are added to pages with a content policy. */
  nonce: string | null;
}

/** Reads the script's own tag. Null, with a warning, when no workspace is named. */
export function readOptions(served: ServedSettings | null): Options | null {
  // No other element configures the snippet, because a visitor may have written it.
  const script = page.currentScript as HTMLScriptElement | null;
  const data = script?.dataset ?? {};
  const key = data['key'] ?? served?.key;
  const api = data['api'] ?? script?.src.split('/api/apex-js')[0];
  if (!key || !api) {
    warn('the script tag has no workspace key');
    return null;
  }
  return {
    key,
    api: api.replace(/\/+$/, ''),
    auto: data['auto'] !== 'off',
    hash: 'hash' in data,
    cookieDomain: data['cookieDomain'] ?? null,
    respectDoNotTrack: 'respectDnt' in data || served?.respectDoNotTrack === true,
    nonce: script?.nonce || null,
  };
}
