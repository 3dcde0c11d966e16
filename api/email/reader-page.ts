import { AppError } from '../../domain/errors';

/** Pages for readers of messages: whole in themselves, in plain html. */

export const pageAnswer = {
  contentType: 'text/html; charset=utf-8',
  description: 'A page for the reader of the message.',
};

export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'X-Robots-Tag': 'noindex',
};

/** @param body html */
export const readerPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font-family:system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;line-height:1.5}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;cursor:pointer}</style></head>
<body><h1>${title}</h1>${body}</body></html>`;

const brokenLink = 'This link is not complete. Open it from the message again.';

/** 404 for a link that nobody signed: a page for browsers, the error form for everybody else. @throws AppError NOT_FOUND */
export function unknownLink(accept: string | undefined) {
  if (accept?.includes('text/html') !== true) throw new AppError('NOT_FOUND', brokenLink);
  return { status: 404 as const, body: readerPage('Unknown link', `<p>${brokenLink}</p>`), headers: pageHeaders };
}
