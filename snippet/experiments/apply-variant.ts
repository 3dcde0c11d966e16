import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { page } from '../native';
import { attempt } from './attempt';
import { keepPatched } from './patches';

type ServedVariant = ActiveExperiment['variants'][number];

/**
 * Adds a variant's style, patches and script to the page, and returns a function that removes them. The effects of a
 * script stay, unless it listens for `apex:undo` on its own element (`document.currentScript`).
 */
export function applyVariant({ css, js, patch, runsScripts }: ServedVariant, nonce: string | null): () => void {
  const undo: (() => void)[] = [];
  attempt(() => css && undo.push(addElement('style', css, nonce)));
  attempt(() => patch && undo.push(keepPatched([patch].flat(), runsScripts)));
  attempt(() => js && undo.push(runScript(js, nonce)));
  return () => undo.reverse().forEach(attempt);
}

function addElement(name: 'style' | 'script', text: string, nonce: string | null): () => void {
  const element = page.createElement(name);
  if (nonce) element.nonce = nonce;
  element.textContent = text;
  (page.head ?? page.documentElement).append(element);
  return () => {
    element.dispatchEvent(new Event('apex:undo'));
    element.remove();
  };
}

/**
 * Runs the script immediately, in its own block so that it can run again. Catches its errors, because they are not the
 * page's.
 */
function runScript(js: string, nonce: string | null): () => void {
  const contain = (event: ErrorEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('error', contain, true);
  try {
    return addElement('script', `{${js}\n}`, nonce);
  } finally {
    removeEventListener('error', contain, true);
  }
}
