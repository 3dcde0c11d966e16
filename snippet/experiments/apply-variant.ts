import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { page } from '../native';
import { warn } from '../warn';
import { attempt } from './attempt';
import { keepPatched } from './patches';
import { trusted } from './trusted-types';

type ServedVariant = ActiveExperiment['variants'][number];

export interface VariantReports {
  /** Every part of the variant is applied. Called once at most. */
  applied(): void;
  /** @param reason code and detail, such as `no_element: #cta` */
  failed(reason: string, error?: unknown): void;
}

export interface AppliedVariant {
  /** Reports the parts that are not applied yet as failed. */
  settle(): void;
  /**
   * Removes the style, patches and script. The effects of a script stay, unless it listens for `apex:undo` on its own
   * element (`document.currentScript`).
   */
  undo(): void;
}

/** Adds a variant's style and patches to the page, and its script when the document is parsed. */
export function applyVariant(
  { css, js, patch = [], runsScripts }: ServedVariant,
  nonce: string | null,
  { applied, failed }: VariantReports,
): AppliedVariant {
  const changes = [patch].flat();
  const undo: (() => void)[] = [];
  /** The parts that are not applied, with the reason to report; none if it is reported already. */
  const missing = new Map<unknown, string>(changes.map((change) => [change, `no_element: ${change.selector}`]));
  if (css) missing.set('css', '');
  if (js) missing.set('js', 'not_parsed: js');
  const done = (part: unknown): void => {
    if (missing.delete(part) && missing.size === 0) applied();
  };
  const fail = (part: unknown, reason: string, error?: unknown): void => {
    if (missing.has(part)) missing.set(part, '');
    failed(/Trusted/.test(String(error)) ? `trusted_types: ${reason}` : reason, error);
  };
  const add = (name: 'style' | 'script', text: string): HTMLElement => {
    const element = page.createElement(name);
    if (nonce) element.nonce = nonce;
    element.textContent = name === 'script' ? trusted('Script', text) : text;
    (page.head ?? page.documentElement).append(element);
    undo.push(() => {
      element.dispatchEvent(new Event('apex:undo'));
      element.remove();
    });
    return element;
  };
  const run = (): void => {
    if (!js || isOver) return;
    try {
      const error = runScript((text) => add('script', text), js);
      if (error === undefined) done('js');
      else fail('js', error === null ? 'csp: js' : `script_error: ${String(error)}`, error);
    } catch (error) {
      fail('js', `script_error: ${String(error)}`, error);
    }
  };

  let isOver = false;
  if (css) {
    // Blocked by the page's content policy if it has no sheet.
    if ((add('style', css) as HTMLStyleElement).sheet) done('css');
    else fail('css', 'csp: css');
  }
  if (changes.length > 0) {
    undo.push(
      keepPatched(changes, runsScripts, {
        applied: done,
        failed: (change, error) => fail(change, `patch_error: ${String(error)}`, error),
        reverted: (change) => fail(change, `reverted: ${change.selector}`),
      }),
    );
  }
  if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', run, { once: true });
  else run();
  if (!css && !js && changes.length === 0) applied();
  return {
    settle() {
      for (const [part, reason] of missing) if (reason) fail(part, reason);
    },
    undo() {
      isOver = true;
      undo.reverse().forEach(attempt);
    },
  };
}

/**
 * Runs the script in its own block, so that it can run again. Returns its error, null if the page's content policy
 * blocked it, and undefined if it ran to its end. Errors are caught, because they are not the page's.
 */
function runScript(add: (text: string) => void, js: string): unknown {
  let error: unknown = null;
  let hasRun = false;
  const contain = (event: ErrorEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    error = event.error ?? event.message;
  };
  const finish = (): void => void (hasRun = true);
  addEventListener('error', contain, true);
  addEventListener('apex:ran', finish);
  try {
    add(`{${js}\n}dispatchEvent(new Event("apex:ran"))`);
  } finally {
    removeEventListener('error', contain, true);
    removeEventListener('apex:ran', finish);
  }
  if (hasRun && error !== null) warn('error in a handler that the script of a variant called', error);
  return hasRun ? undefined : error;
}
