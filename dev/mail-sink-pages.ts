import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../domain/email/escape-html';

/** A message in the sink. */
export interface SinkEmail {
  messageId: string;
  from: string;
  replyTo: string[];
  destination: { to: string[]; cc: string[]; bcc: string[] };
  subject: string;
  body: { html?: string | undefined; text?: string | undefined };
  /** Content in base64. */
  attachments: { content: string; filename?: string | undefined }[];
  /** Epoch seconds. */
  at: number;
}

const style = `
:root { color-scheme: light dark; font-family: ui-sans-serif, system-ui, sans-serif; }
body { margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; }
header { align-items: center; display: flex; gap: 1rem; justify-content: space-between; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: 0.5rem 1rem 0.5rem 0; text-align: left; vertical-align: top; }
iframe { background: #fff; border: 1px solid #8888; height: 42rem; width: 100%; }
pre { border: 1px solid #8888; overflow-wrap: anywhere; padding: 1rem; white-space: pre-wrap; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The sink's own pages run no scripts, and contain only the frame of a message. */
const pagePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'";
/** A message runs no scripts and has its own origin. Its links open in new tabs. */
const messagePolicy =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src http: https: data:; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * Serves the sink's pages: the list, a message, its HTML and its attachments.
 * @param path path without query
 * @returns false if the path is not one of these pages
 */
export function sendSinkPage(path: string, emails: readonly SinkEmail[], response: ServerResponse): boolean {
  if (path === '/') return sendHtml(response, pagePolicy, listPage(emails));
  const [, id, part, index] = /^\/messages\/([^/]+)(?:\/(html|attachments)(?:\/(\d+))?)?$/.exec(path) ?? [];
  if (id === undefined) return false;
  const email = emails.find(({ messageId }) => messageId === id);
  if (email === undefined)
    return sendHtml(response, pagePolicy, page('Not found', '<p>This message does not exist.</p>'), 404);
  if (part === undefined) return sendHtml(response, pagePolicy, messagePage(email));
  if (part === 'html') return sendHtml(response, messagePolicy, `<base target="_blank">${email.body.html ?? ''}`);
  return sendAttachment(response, email.attachments[Number(index)]);
}

function sendHtml(response: ServerResponse, policy: string, text: string, status = 200): true {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
  response.end(text);
  return true;
}

function sendAttachment(response: ServerResponse, attachment: SinkEmail['attachments'][number] | undefined): true {
  if (attachment === undefined)
    return sendHtml(response, pagePolicy, page('Not found', '<p>This attachment does not exist.</p>'), 404);
  const name = encodeURIComponent((attachment.filename ?? 'untitled').toWellFormed());
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${name.replaceAll("'", '%27')}`,
  });
  response.end(Buffer.from(attachment.content, 'base64'));
  return true;
}

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${head}` +
  `<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>${body}</body></html>`;

function listPage(emails: readonly SinkEmail[]): string {
  const rows = [...emails]
    .reverse()
    .map(
      ({ messageId, subject, destination, at }) =>
        `<tr><td><a href="/messages/${escapeHtml(encodeURIComponent(messageId))}">${escapeHtml(subject || 'No subject')}</a></td>` +
        `<td>${escapeHtml(destination.to.join(', '))}</td><td>${timeOf(at)}</td></tr>`,
    );
  const table = `<table><thead><tr><th>Subject</th><th>To</th><th>Time</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const clear = '<form method="post" action="/clear-store"><button>Clear</button></form>';
  return page(
    'Mail sink',
    `<header><h1>Mail sink</h1>${clear}</header>${rows.length === 0 ? '<p>No messages yet.</p>' : table}` +
      '<p>Newest messages first. Programs can read them with <a href="/store">GET /store</a>.</p>',
    '<meta http-equiv="refresh" content="5">',
  );
}

function messagePage(email: SinkEmail): string {
  const { messageId, subject, from, replyTo, destination, body, attachments, at } = email;
  const own = `/messages/${escapeHtml(encodeURIComponent(messageId))}`;
  const rows = Object.entries({
    From: [from],
    To: destination.to,
    Cc: destination.cc,
    Bcc: destination.bcc,
    'Reply-To': replyTo,
  })
    .filter(([, addresses]) => addresses.length > 0)
    .map(([name, addresses]) => `<tr><th>${name}</th><td>${escapeHtml(addresses.join(', '))}</td></tr>`);
  const files = attachments.map(
    ({ filename }, index) => `<li><a href="${own}/attachments/${index}">${escapeHtml(filename ?? 'untitled')}</a></li>`,
  );
  const { html, text } = body;
  return page(
    subject,
    `<p><a href="/">All messages</a></p><h1>${escapeHtml(subject || 'No subject')}</h1>` +
      `<table><tbody>${rows.join('')}<tr><th>Time</th><td>${timeOf(at)}</td></tr></tbody></table>` +
      (files.length === 0 ? '' : `<h2>Attachments</h2><ul>${files.join('')}</ul>`) +
      (html === undefined
        ? ''
        : `<h2>HTML</h2><iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${own}/html"></iframe>`) +
      (text === undefined ? '' : `<h2>Text</h2><pre>${escapeHtml(text)}</pre>`) +
      (html === undefined ? '' : `<details><summary>HTML source</summary><pre>${escapeHtml(html)}</pre></details>`),
  );
}

const timeOf = (at: number): string => new Date(at * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
