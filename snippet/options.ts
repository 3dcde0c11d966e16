import { page } from './native';
import { warn } from './warn';

/**
 * Settings that the service adds to the form with `?key=`; null in the versioned form, which is the same for all
 * workspaces.
 */
export interface ServedSettings {
  key: string;
  respectDoNotTrack: boolean;
}

/** The page's settings for the snippet. */
export interface Options {
  /** Public key of the workspace. */
  key: string;
  /** Base URL of the API without a trailing slash: the script's origin, unless the tag sets another one. */
  api: string;
  /** Whether pageviews, clicks, forms, downloads and engaged time are captured automatically. */
  auto: boolean;
  /** Whether the URL fragment distinguishes pages. */
  hash: boolean;
  cookieDomain: string | null;
  respectDoNotTrack: boolean;
  /** For styles added to pages with a content policy. */
  nonce: string | null;
}

/** Reads the options from the script's own tag. Returns null, with a warning, if no workspace is named. */
export function readOptions(served: ServedSettings | null): Options | null {
  // Only the script's own tag counts, because a visitor may have written other elements.
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
