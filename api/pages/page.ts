import { createHash } from 'node:crypto';
import { plainOrigin } from '../../domain/plain-origin';
import type { Branding } from '../../domain/senders/branding';
import { html, Html } from './html';
import { pageStyle } from './page-style';

/** Pages for recipients of messages. Each is one document without scripts and without resources of other origins, except a logo. */

export interface Page {
  /** The heading, and the title of the window. */
  title: string;
  /** The content below the heading. */
  body: Html;
  /** Null for a page that belongs to no workspace. */
  sender?: Branding | null;
}

export const pageResponse = { contentType: 'text/html; charset=utf-8', description: 'An HTML page.' };

/** Renders the document and its headers. The policy allows only what the page contains. */
export function renderPage(page: Page): { body: string; headers: Record<string, string> } {
  const style = pageStyle(page.sender?.accentColor ?? null);
  return { body: documentOf(page, style), headers: headersOf(page, style) };
}

const documentOf = ({ title, body, sender = null }: Page, style: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${header(sender)}
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${footer(sender)}
      </body>
    </html>`.source.replace(/^ +/gm, '');

function header(sender: Branding | null): Html | '' {
  if (sender === null) return '';
  const { name, logoUrl } = sender;
  const isShown = logoUrl !== null && plainOrigin(logoUrl) !== null;
  return html`<header>${isShown ? html`<img src="${logoUrl}" alt="${name}" />` : name}</header>`;
}

function footer(sender: Branding | null): Html | '' {
  if (sender === null || sender.postalAddress === null) return '';
  return html`<footer>${sender.name}<span>${sender.postalAddress}</span></footer>`;
}

function headersOf({ sender }: Page, style: string): Record<string, string> {
  // A logo that an earlier release saved may have any host.
  const logoOrigin = plainOrigin(sender?.logoUrl ?? '');
  const digest = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    ...(logoOrigin === null ? [] : [`img-src ${logoOrigin}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'X-Robots-Tag': 'noindex' };
}
