import { pipeline, Readable } from 'node:stream';
import type { Context } from 'koa';
import type { CompressedText } from './compressed-text';
import type { RouteResponse, Route } from './route';

/**
 * Writes a handler's answer. One with an ETag that the caller has already is 304. One that was compressed beforehand goes out in
 * the form that the caller takes, under an ETag of its own: a strong one stands for bytes (RFC 9110, section 8.8.3.3).
 */
export function sendResponse(context: Context, route: Route, reply: RouteResponse): void {
  const { res } = context;
  const response = route.responses[reply.status];
  const headers = reply.headers ?? {};
  context.status = reply.status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (reply.cookies !== undefined) res.setHeader('Set-Cookie', reply.cookies);
  if (headers['Content-Type'] === undefined && response !== undefined && 'contentType' in response) {
    context.type = response.contentType;
  }
  if (reply.compressed !== undefined) sendForm(context, reply.compressed, headers['ETag'] ?? '');
  else if (isKnown(context, headers['ETag'] ?? '')) context.status = 304;
  else sendBody(context, reply.body);
}

/** What has no type by now is JSON. */
function sendBody(context: Context, body: unknown): void {
  if (body instanceof Readable) {
    sendStream(context, body);
    return;
  }
  const isJson = typeof body === 'object' && body !== null && !context.res.hasHeader('Content-Type');
  if (isJson) endJson(context, JSON.stringify(body));
  else context.body = body;
}

/** Sends the headers immediately. A stream that breaks off closes the connection, and a closed connection ends the stream. */
function sendStream(context: Context, body: Readable): void {
  const { res } = context;
  context.respond = false;
  res.flushHeaders();
  pipeline(body, res, () => undefined);
}

const jsonType = 'application/json; charset=utf-8';

/** Ends an answer of JSON, all of whose headers are known, without the questions that Koa would ask of its body first. */
function endJson(context: Context, body: string | Buffer): void {
  const { res } = context;
  res.setHeader('Content-Type', jsonType);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  context.respond = false;
  if (context.method === 'HEAD') res.end();
  else res.end(body);
}

/**
 * Whether the caller has the answer already (RFC 9110, section 13.1.2). Koa's `fresh` would not say so to a caller that also
 * sends `Cache-Control: no-cache`, which is what `fetch` adds to every If-None-Match of its caller.
 */
function isKnown({ req }: Context, etag: string): boolean {
  const given = req.headers['if-none-match'] ?? '';
  if (etag === '' || given === '') return false;
  return given.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

/** Chooses one of the prepared responses, because every page view may request it. */
function sendForm(context: Context, forms: CompressedText, etag: string): void {
  const { res } = context;
  res.setHeader('Vary', 'Accept-Encoding');
  const encoding = encodingFor(context);
  const tag = encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`);
  res.setHeader('ETag', tag);
  if (isKnown(context, tag)) {
    context.status = 304;
    return;
  }
  if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
  const body = encoding === undefined ? forms.text : forms[encoding];
  if (res.hasHeader('Content-Type')) context.body = body;
  else endJson(context, body);
}

function encodingFor(context: Context): 'br' | 'gzip' | undefined {
  if (context.req.headers['accept-encoding'] === undefined) return undefined;
  return (['br', 'gzip'] as const).find((one) => context.acceptsEncodings(one) === one);
}
