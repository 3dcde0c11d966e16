import { z } from 'zod';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';

/** Where the link of an invitation leads: a page that sets a name and a password. */

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Join a workspace</title><style>
body{font-family:system-ui,sans-serif;max-width:24rem;margin:12vh auto;padding:0 1rem;line-height:1.5;color:#1f2937}
label{display:block;margin-top:1rem}input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #9ca3af;border-radius:.4rem}
button{font:inherit;margin-top:1.5rem;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;cursor:pointer}
#told{margin-top:1rem}</style></head><body>
<h1>Join a workspace</h1>
<p>Choose a password. If you have an account with this email already, enter its password.</p>
<form id="join">
<label>Your name<input name="name" autocomplete="name" maxlength="200"></label>
<label>Password, ten characters or more<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required></label>
<button>Join</button></form><p id="told" role="status"></p>
<script src="/invitations/join.js"></script></body></html>
`;

const script = `const form = document.getElementById('join');
const told = document.getElementById('told');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(form));
  const token = location.pathname.split('/').pop();
  const response = await fetch('/api/members/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password, ...(name === '' ? {} : { name }) }),
  });
  const answer = await response.json();
  told.textContent = response.ok ? 'Welcome. You are signed in as ' + answer.user.email + '.' : answer.error;
  if (response.ok) form.remove();
});
`;

const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'";

export const invitationPageRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/invitations/join.js',
    tag: 'members',
    summary: 'The script of the invitation page',
    access: 'public',
    limit: 'none',
    responses: { 200: { contentType: 'text/javascript; charset=utf-8', description: 'A script.' } },
    handler: () => Promise.resolve(ok(script)),
  }),
  defineRoute({
    method: 'get',
    path: '/invitations/:token',
    tag: 'members',
    summary: 'The page that an invitation’s link leads to',
    access: 'public',
    limit: 'none',
    request: { params: z.object({ token: z.string().max(300) }) },
    responses: { 200: { contentType: 'text/html; charset=utf-8', description: 'A page.' } },
    handler: () => Promise.resolve(ok(page, { 'Content-Security-Policy': contentPolicy })),
  }),
];
