import { z } from 'zod';
import { findUser } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { findInvitation, type Invitation } from '../../db/accounts/invitations';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { readInvitationToken } from '../../domain/accounts/invitation-token';
import { aRole } from '../../domain/accounts/role-name';
import { brandingOf } from '../../domain/senders/branding';
import { ok } from '../responses';
import { postForm, type Field } from '../pages/form';
import { html } from '../pages/html';
import { pageResponse, renderPage, type Page } from '../pages/page';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';

/** Where the link of an invitation leads: a page that sets a name and a password. */
export const invitationPageRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/invitations/:token',
    tag: 'members',
    summary: 'Show the invitation page',
    description: 'Shows the workspace and the inviter. Returns a 404 page if the invitation can no longer be accepted.',
    access: 'public',
    limit: 'none',
    request: { params: z.object({ token: z.string().max(300) }) },
    responses: { 200: pageResponse, 404: pageResponse },
    handler: async ({ params: { token }, services, receivedAt }) => {
      const invitation = await invitationOf(services, token);
      if (invitation === null) return { status: 404 as const, ...renderPage(gonePage('unknown')) };
      const workspace = await findWorkspace(services.database, invitation.workspaceId);
      const sender = workspace === null ? null : brandingOf(workspace);
      const gone = whyGone(invitation, receivedAt);
      if (gone !== null) return { status: 404 as const, ...renderPage({ ...gonePage(gone), sender }) };
      const joining = await describe(services.database, invitation, workspace?.name ?? '');
      const { body, headers } = renderPage({ ...joinPage(joining, token), sender });
      return ok(body, headers);
    },
  }),
];

async function invitationOf(
  { database, settings: { linkSecret } }: Services,
  token: string,
): Promise<Invitation | null> {
  const named = readInvitationToken(linkSecret, token);
  return named === null ? null : findInvitation(database, named.workspaceId, named.invitationId);
}

type Gone = 'unknown' | 'used' | 'expired';

function whyGone({ acceptedAt, expiresAt }: Invitation, now: Date): Gone | null {
  if (acceptedAt !== null) return 'used';
  return expiresAt <= now ? 'expired' : null;
}

const goneReasons: Record<Gone, { title: string; reason: string }> = {
  unknown: {
    title: 'Unknown invitation',
    reason:
      'This link is incomplete, or the invitation was withdrawn. Open the link in the email again, or request a new ' +
      'invitation.',
  },
  used: {
    title: 'This invitation was already used',
    reason: 'An invitation works once. If you accepted it, sign in.',
  },
  expired: { title: 'This invitation has expired', reason: 'Request a new one from the person who invited you.' },
};

function gonePage(gone: Gone): Page {
  const { title, reason } = goneReasons[gone];
  const signIn = gone === 'used' ? html`<p><a class="button" href="/console">Sign in</a></p>` : '';
  return {
    title,
    body: html`<p>${reason}</p>
      ${signIn}`,
  };
}

interface Joining {
  workspaceName: string;
  /** Null for an invitation that a key made. */
  inviter: string | null;
  role: Invitation['role'];
  email: string;
  hasAccount: boolean;
}

async function describe(database: Database, invitation: Invitation, workspaceName: string): Promise<Joining> {
  const { email, role } = invitation;
  const inviter = await findUser(database, { id: invitation.invitedBy });
  const account = await findUser(database, { email });
  const inviterName = inviter === null ? null : (inviter.name ?? inviter.email);
  return {
    workspaceName,
    inviter: inviterName,
    role,
    email,
    hasAccount: account !== null && account.passwordHash !== null,
  };
}

const nameField: Field = {
  name: 'name',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
  required: false,
  maxLength: 200,
};

function joinPage({ workspaceName, inviter, role, email, hasAccount }: Joining, token: string): Page {
  const invites = inviter === null ? html`You have been invited` : html`<strong>${inviter}</strong> invites you`;
  const password: Field = {
    name: 'password',
    label: 'Password',
    type: 'password',
    required: true,
    maxLength: 200,
    autocomplete: hasAccount ? 'current-password' : 'new-password',
    hint: hasAccount ? 'You already have an account with this email. Enter its password.' : 'At least 10 characters.',
    ...(hasAccount ? {} : { minLength: 10 }),
  };
  return {
    title: `Join ${workspaceName}`,
    body: html`<p>${invites} to join <strong>${workspaceName}</strong> as ${aRole(role)}.</p>
      <p class="quiet">You will sign in as ${email}.</p>
      ${postForm({
        post: '/api/members/accept',
        values: { token },
        fields: [...(hasAccount ? [] : [nameField]), password],
        button: 'Join',
      })}`,
    done: {
      title: `You have joined ${workspaceName}`,
      body: html`<p>Welcome. You are signed in as <span data-answer="user.email"></span>.</p>
        <p><a class="button" href="/console">Open the console</a></p>`,
    },
  };
}
