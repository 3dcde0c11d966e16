import type { Workspace } from '../../db/workspaces';
import { html, type Html } from '../pages/html';
import { renderPage } from '../pages/page';
import { pageSenderOf } from '../pages/page-sender';

/** The pages behind the unsubscribe link of a message. */

interface Reader {
  workspace: Workspace | null;
  /** The link's. */
  token: string;
}

const fromSender = ({ workspace }: Reader): string =>
  workspace === null ? 'this sender' : pageSenderOf(workspace).name;

const stays = html`<p class="quiet">
  Messages about what you do yourself, such as receipts and password resets, still come.
</p>`;

const pageFor = ({ workspace }: Reader, title: string, body: Html) =>
  renderPage({ title, body, sender: workspace === null ? null : pageSenderOf(workspace) });

export const askPage = (reader: Reader) =>
  pageFor(
    reader,
    'Unsubscribe?',
    html`<p>You will get no more marketing mail from ${fromSender(reader)}.</p>
      ${stays}
      <form method="post"><button>Unsubscribe</button></form>`,
  );

export const unsubscribedPage = (reader: Reader) =>
  pageFor(
    reader,
    'Unsubscribed',
    html`<p>You will get no more marketing mail from ${fromSender(reader)}.</p>
      ${stays}
      <form method="post" action="/u/${reader.token}/resubscribe">
        <p>By mistake?</p>
        <button>Resubscribe</button>
      </form>`,
  );

export const resubscribedPage = (reader: Reader) =>
  pageFor(reader, 'Subscribed again', html`<p>You get marketing mail from ${fromSender(reader)} as before.</p>`);
