import { page } from './native';
import type { Options } from './options';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

export const isPreview = (): boolean => /[?&]apex_preview=./.test(location.search);

/** Loads the build with experiments. This build without them is served if no experiment is active. */
export function loadExperiments({ api, key, nonce }: Options): void {
  const script = page.createElement('script');
  Object.assign(script.dataset, (page.currentScript as HTMLScriptElement).dataset);
  if (nonce) script.nonce = nonce;
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const url = `${api}/api/apex-js?key=${encodeURIComponent(key)}&experiments=on`;
  script.src = trustedTypes?.createPolicy('apex', { createScriptURL: (given) => given }).createScriptURL(url) ?? url;
  page.head.append(script);
}
