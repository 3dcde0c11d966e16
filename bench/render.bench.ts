import { catalogTemplates } from '../domain/email/catalog/catalog';
import { renderTransactional } from '../domain/email/render-transactional';
import { brandingOf } from '../domain/senders/branding';

const acme = brandingOf({ name: 'Acme', sender: null });

/**
 * Measures rendering of the catalog's largest template on one core after a warm-up, compared with inserting values into
 * finished text.
 */

const rounds = 5;
const each = 4_000;

const messages = catalogTemplates.map((template) => {
  const variables = Object.fromEntries(template.variables.map(({ name, example }) => [name, example]));
  return { ...template, values: variables, rendered: renderTransactional(template.content, variables, acme) };
});
const largest = messages.reduce((one, other) => (other.rendered.html.length > one.rendered.html.length ? other : one));

/** Returns renderings per second, in the best of several rounds, because the machine has other load too. */
function rateOf(render: () => unknown): number {
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    for (let index = 0; index < each; index += 1) render();
    best = Math.max(best, each / ((performance.now() - began) / 1_000));
  }
  return best;
}

const { html, text, subject } = largest.rendered;
const floor = rateOf(() =>
  [html, text, subject].map((part) =>
    Object.values(largest.values).reduce<string>(
      (filled, value) => filled.replaceAll(String(value), String(value)),
      part,
    ),
  ),
);
const rendering = rateOf(() => renderTransactional(largest.content, largest.values, acme));

console.log(`replacing text   ${floor.toFixed(0)}/s`);
console.log(`${largest.name.padEnd(16)} ${rendering.toFixed(0)}/s, ${html.length} characters of html`);
console.log(`render: ${(rendering / floor).toFixed(2)} of the floor; goal 5,000/s`);
