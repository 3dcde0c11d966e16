import { AppError } from '../../domain/errors';
import { html } from './html';
import { renderPage } from './page';

const brokenLink = 'This link is incomplete. Open the link in the email again.';

/** 404 for a link without a valid signature: a page for browsers, the error form for other clients. @throws AppError NOT_FOUND */
export function unknownLink(accept: string | undefined) {
  if (accept?.includes('text/html') !== true) throw new AppError('NOT_FOUND', brokenLink);
  return { status: 404 as const, ...renderPage({ title: 'Unknown link', body: html`<p>${brokenLink}</p>` }) };
}
