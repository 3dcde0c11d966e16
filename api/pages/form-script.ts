import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

/**
 * Sends the form of a page as JSON. When the route accepts, the part `done` of the page takes the place of `start`, and its elements
 * with `data-answer="user.email"` are filled from the answer; otherwise the answer's error stands in the form's alert.
 */
const script = `const form = document.querySelector('form[data-post]');
const problem = form.querySelector('[role=alert]');
const button = form.querySelector('button');

function messageOf({ error, details = [] }) {
  const sentences = details.map(({ path, message }) => path + ' ' + message + (message.endsWith('.') ? '' : '.'));
  return sentences.length > 0 ? sentences.join(' ') : error;
}

function showDone(answer) {
  document.getElementById('start').hidden = true;
  const done = document.getElementById('done');
  for (const element of done.querySelectorAll('[data-answer]')) {
    element.textContent = element.dataset.answer.split('.').reduce((value, name) => value?.[name], answer) ?? '';
  }
  done.hidden = false;
  const heading = done.querySelector('h1');
  document.title = heading.textContent;
  heading.focus();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.textContent = '';
  button.disabled = true;
  try {
    const given = [...new FormData(form)].filter(([, value]) => value !== '');
    const response = await fetch(form.dataset.post, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(given)),
    });
    const answer = await response.json();
    if (response.ok) showDone(answer);
    else problem.textContent = messageOf(answer);
  } catch {
    problem.textContent = 'The service cannot be reached. Try again in a moment.';
  }
  button.disabled = false;
});
`;

export const pageScriptRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/pages/form.js',
    tag: 'docs',
    summary: 'Load the script of pages with a form',
    access: 'public',
    limit: 'none',
    responses: { 200: { contentType: 'text/javascript; charset=utf-8', description: 'A script.' } },
    handler: () => Promise.resolve(ok(script, { 'Cache-Control': 'public, max-age=300' })),
  }),
];
