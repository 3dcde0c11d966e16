import type { Workspace } from '../../db/workspaces/workspaces';
import { brandingOf } from '../../domain/senders/branding';
import { html, type Html } from '../pages/html';
import { renderPage } from '../pages/page';

/** The pages behind the unsubscribe link of a message. */

interface Reader {
  workspace: Workspace | null;
  /** The link's. */
  token: string;
}

const fromSender = ({ workspace }: Reader): string => (workspace === null ? 'this sender' : brandingOf(workspace).name);

const stays = html`<p class="quiet">
  You will still receive messages about your own actions, such as receipts and password resets.
</p>`;

const pageFor = ({ workspace }: Reader, title: string, body: Html) =>
  renderPage({ title, body, sender: workspace === null ? null : brandingOf(workspace) });

export const confirmationPage = (reader: Reader) =>
  pageFor(
    reader,
    'Unsubscribe?',
    html`<p>You will no longer receive marketing email from ${fromSender(reader)}.</p>
      ${stays}
      <form method="post"><button>Unsubscribe</button></form>`,
  );

/** @param hasWayBack whether the link can take the opt-out back */
export const unsubscribedPage = (reader: Reader, hasWayBack: boolean) =>
  pageFor(
    reader,
    'Unsubscribed',
    html`<p>You will no longer receive marketing email from ${fromSender(reader)}.</p>
      ${stays} ${hasWayBack ? wayBack(reader) : ''}`,
  );

const wayBack = ({ token }: Reader): Html =>
  html`<form method="post" action="/u/${token}/resubscribe">
    <p>Unsubscribed by mistake?</p>
    <button>Resubscribe</button>
  </form>`;

/** For a person whose opt-out no link can take back. */
export const optedOutElsewherePage = (reader: Reader) =>
  pageFor(
    reader,
    'You are still unsubscribed',
    html`<p>
      You opted out of marketing email from ${fromSender(reader)} in another way, so this link cannot resubscribe you.
      Contact them to subscribe again.
    </p>`,
  );

export const resubscribedPage = (reader: Reader) =>
  pageFor(reader, 'Resubscribed', html`<p>You will receive marketing email from ${fromSender(reader)} again.</p>`);
