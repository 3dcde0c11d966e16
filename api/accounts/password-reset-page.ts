import { postForm } from '../pages/form';
import { html } from '../pages/html';
import type { Page } from '../pages/page';

/** The pages to request a link that sets a password, and to set it. They belong to no workspace, as accounts do. */

const requestForm = postForm({
  post: '/api/password-reset',
  values: {},
  fields: [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true, maxLength: 254 }],
  button: 'Send link',
});

const requestedPage = {
  title: 'Check your email',
  body: html`<p>
    If an account with this email exists, we have sent you a link. It works once and expires after one hour.
  </p>`,
};

export const requestPage: Page = {
  title: 'Reset your password',
  body: html`<p>Enter the email that you sign in with. We will send you a link to set a new password.</p>
    ${requestForm}`,
  done: requestedPage,
};

export const gonePage: Page = {
  title: 'This link no longer works',
  body: html`<p>The link was used, has expired, or is incomplete. Request a new one.</p>
    ${requestForm}`,
  done: requestedPage,
};

export const resetPage = (token: string): Page => ({
  title: 'Choose a new password',
  body: html`<p>Your account will be signed out on all devices.</p>
    ${postForm({
      post: `/api/password-reset/${encodeURIComponent(token)}`,
      values: {},
      fields: [
        {
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          hint: 'At least 10 characters.',
          required: true,
          minLength: 10,
          maxLength: 200,
        },
      ],
      button: 'Set password',
    })}`,
  done: {
    title: 'Password changed',
    body: html`<p><a class="button" href="/console">Sign in</a></p>`,
  },
});
