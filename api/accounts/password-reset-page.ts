import { postForm } from '../pages/form';
import { html } from '../pages/html';
import type { Page } from '../pages/page';

/** The pages to request a link that sets a password, and to set it. They belong to no workspace, as accounts do. */

const requestForm = postForm({
  post: '/api/password-reset',
  values: {},
  fields: [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true, maxLength: 254 }],
  button: 'Send me a link',
});

const requestedPage = {
  title: 'Look into your mail',
  body: html`<p>If there is an account with this email, a link is on its way. It works once, and for an hour.</p>`,
};

export const requestPage: Page = {
  title: 'Reset your password',
  body: html`<p>Enter the email that you sign in with, and a link that sets a new password comes by mail.</p>
    ${requestForm}`,
  done: requestedPage,
};

export const gonePage: Page = {
  title: 'This link does not work any more',
  body: html`<p>It was used, has expired, or is not complete. Ask for a new one.</p>
    ${requestForm}`,
  done: requestedPage,
};

export const resetPage = (token: string): Page => ({
  title: 'Choose a new password',
  body: html`<p>This signs your account out on every device.</p>
    ${postForm({
      post: `/api/password-reset/${encodeURIComponent(token)}`,
      values: {},
      fields: [
        {
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          hint: 'Ten characters or more.',
          required: true,
          minLength: 10,
          maxLength: 200,
        },
      ],
      button: 'Set the password',
    })}`,
  done: {
    title: 'Your password is set',
    body: html`<p><a class="button" href="/console">Sign in</a></p>`,
  },
});
