import { createHash } from 'node:crypto';
import { plainOrigin } from '../../domain/plain-origin';
import type { Branding } from '../../domain/senders/branding';
import { html, Html } from './html';
import { pageStyle } from './page-style';

/** Pages for people who are not signed in: links of messages lead to them. One look, whole in themselves, no third party. */

export interface Page {
  /** The heading, and the title of the window. */
  title: string;
  /** What stands below the heading. */
  body: Html;
  /** Takes the place of heading and body once a form with `data-post` was accepted (form-script.ts). */
  done?: { title: string; body: Html };
  /** Null for a page that belongs to no workspace. */
  sender?: Branding | null;
}

export const pageResponse = { contentType: 'text/html; charset=utf-8', description: 'An HTML page.' };

/** @returns the document, and its headers: the policy allows what the page contains and nothing else */
export function renderPage(page: Page): { body: string; headers: Record<string, string> } {
  const style = pageStyle(page.sender?.accentColor ?? null);
  return { body: documentOf(page, style), headers: headersOf(page, style) };
}

const documentOf = ({ title, body, done, sender = null }: Page, style: string): string =>
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
          <div id="start">
            <h1>${title}</h1>
            ${body}
          </div>
          ${done === undefined ? '' : doneSection(done)}
        </main>
        ${footer(sender)} ${done === undefined ? '' : html`<script src="/pages/form.js"></script>`}
      </body>
    </html>`.source.replace(/^ +/gm, '');

const doneSection = ({ title, body }: { title: string; body: Html }): Html =>
  html`<div id="done" hidden>
    <h1 tabindex="-1">${title}</h1>
    ${body}
  </div>`;

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

function headersOf({ sender, done }: Page, style: string): Record<string, string> {
  // Checked here too: a logo that was saved by an earlier release may have any host.
  const logoOrigin = plainOrigin(sender?.logoUrl ?? '');
  const digest = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    ...(logoOrigin === null ? [] : [`img-src ${logoOrigin}`]),
    ...(done === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'X-Robots-Tag': 'noindex' };
}
