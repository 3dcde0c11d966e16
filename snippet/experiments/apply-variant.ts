import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { page } from '../native';
import { warn } from '../warn';
import { attempt } from './attempt';
import { keepPatched } from './patches';
import { trusted } from './trusted-types';
import { createParts, type VariantReports } from './variant-parts';

type ServedVariant = ActiveExperiment['variants'][number];

export interface AppliedVariant {
  /** Reports the parts that are not applied yet as failed. */
  settle(): void;
  /**
   * Removes the style, patches and script. The effects of a script remain, unless it listens for `apex:undo` on its own
   * element (`document.currentScript`).
   */
  undo(): void;
}

/** Adds a variant's style and patches to the page, and its script after the document is parsed. */
export function applyVariant(
  { css, js, patch = [], runsScripts }: ServedVariant,
  nonce: string | null,
  reports: VariantReports,
): AppliedVariant {
  const changes = [patch].flat();
  const undo: (() => void)[] = [];
  let isOver = false;
  const { done, fail, settle } = createParts(
    new Map<unknown, string>([
      ['variant', ''],
      ['css', ''],
      ...changes.map((change) => [change, `no_element: ${change.selector}`] as const),
      ['js', 'not_parsed: js'],
    ]),
    reports,
  );
  const add = (name: 'style' | 'script', text: string): HTMLElement => {
    const element = addElement(name, text, nonce);
    undo.push(() => {
      element.dispatchEvent(new Event('apex:undo'));
      element.remove();
    });
    return element;
  };
  const run = (): void => {
    if (!js || isOver) return;
    const { hasRun, error } = runScript(js, (text) => add('script', text));
    if (hasRun) done('js');
    else fail('js', error === undefined ? 'csp: js' : `script_error: ${String(error)}`, error);
  };

  // A style that the page's content policy blocks has no sheet.
  if (!css || (add('style', css) as HTMLStyleElement).sheet) done('css');
  else fail('css', 'csp: css');
  if (changes.length > 0) {
    undo.push(
      keepPatched(changes, runsScripts, {
        applied: done,
        failed: (change, error) => fail(change, `patch_error: ${String(error)}`, error),
        reverted: (change) => fail(change, `reverted: ${change.selector}`),
      }),
    );
  }
  if (!js) done('js');
  else if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', run, { once: true });
  else run();
  done('variant');
  return {
    settle,
    undo() {
      isOver = true;
      undo.reverse().forEach(attempt);
    },
  };
}

function addElement(name: 'style' | 'script', text: string, nonce: string | null): HTMLElement {
  const element = page.createElement(name);
  if (nonce) element.nonce = nonce;
  element.textContent = name === 'script' ? trusted('Script', text) : text;
  (page.head ?? page.documentElement).append(element);
  return element;
}

/**
 * Runs the script in its own block, so that it can run again. Catches and returns its error, which must not reach the
 * page. If the page's content policy blocks the script, `hasRun` is false without an error.
 */
function runScript(js: string, add: (text: string) => void): { hasRun: boolean; error?: unknown } {
  let hasRun = false;
  let error: unknown;
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
  } catch (refusal) {
    error = refusal;
  }
  removeEventListener('error', contain, true);
  removeEventListener('apex:ran', finish);
  if (hasRun && error) warn('error in a handler that a variant’s script called', error);
  return { hasRun, error };
}
