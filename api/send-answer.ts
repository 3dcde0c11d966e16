import type { Context } from 'koa';
import type { Answer, Route } from './route';

/**
 * Writes a handler's answer. One with an ETag that the caller has already is 304. One that was compressed beforehand goes out in
 * the form that the caller takes, under an ETag of its own: a strong one stands for bytes (RFC 9110, section 8.8.3.3).
 */
export function sendAnswer(context: Context, route: Route, answer: Answer): void {
  const response = route.responses[answer.status];
  context.status = answer.status;
  if (answer.headers !== undefined) context.set(answer.headers);
  context.body = answer.body;
  if (answer.headers?.['Content-Type'] === undefined && response !== undefined && 'contentType' in response) {
    context.type = response.contentType;
  }
  if (answer.compressed !== undefined) compress(context, answer.compressed);
  if (isKnown(context)) context.status = 304;
}

/**
 * Whether the caller has the answer already (RFC 9110, section 13.1.2). Koa's `fresh` would not say so to a caller that also
 * sends `Cache-Control: no-cache`, which is what `fetch` adds to every If-None-Match of its caller.
 */
function isKnown(context: Context): boolean {
  const etag = context.response.get('ETag');
  const given = context.get('If-None-Match');
  if (etag === '' || given === '') return false;
  return given.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

function compress(context: Context, forms: NonNullable<Answer['compressed']>): void {
  context.vary('Accept-Encoding');
  // JSON comes written, too: it is not written again for each caller.
  context.body = forms.text;
  const encoding = (['br', 'gzip'] as const).find((one) => context.acceptsEncodings(one) === one);
  if (encoding === undefined) return;
  context.body = forms[encoding];
  context.set('Content-Encoding', encoding);
  context.set('ETag', context.response.get('ETag').replace(/"$/, `-${encoding}"`));
}
