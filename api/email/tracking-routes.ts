import { z } from 'zod';
import { linkPath, readClickToken, readOpenToken, type TrackedSend } from '../../domain/email/tracking-token';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
import { classifyHit } from './classify-hit';
import { pageResponse } from '../pages/page';
import { unknownLink } from '../pages/unknown-link';

const openParams = z.object({ token: z.string().max(300) });
/** Described, not enforced: what is no token is an unknown link, and its reader gets a page. */
const clickParams = z.object({ token: z.string().max(4_000).meta({ pattern: '^[A-Za-z0-9_-]+$' }) });
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const headers = z.object({
  accept: z.string().optional(),
  ...Object.fromEntries(purposeHeaders.map((name) => [name, z.string().optional()])),
} as Record<'accept' | (typeof purposeHeaders)[number], z.ZodOptional<z.ZodString>>);

/** One transparent pixel, 43 bytes. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const uncached = { 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

interface Request {
  headers: z.infer<typeof headers>;
  method: string;
  userAgent: string;
  receivedAt: Date;
  services: Services;
}

/** What is the same of an open and a click. */
function hitOf(request: Request, { workspaceId, sendId }: TrackedSend) {
  const purpose = purposeHeaders.map((name) => request.headers[name] ?? '').join(' ');
  return { workspaceId, sendId, at: request.receivedAt, ...classifyHit({ ...request, purpose }) };
}

/** The pixel and the links of messages. Tokens carry all they need: they work while the database is away. */
export const trackingRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/t/o/:token',
    tag: 'email',
    summary: 'Record an open and return the tracking pixel',
    access: 'public',
    limit: 'none',
    request: { params: openParams, headers },
    responses: { 200: { contentType: 'image/gif', description: 'A transparent pixel.' }, 404: pageResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, ...request }) => {
      const send = readOpenToken(request.services.settings.linkSecret, token);
      if (send === null) return unknownLink(request.headers.accept);
      await request.services.http.hits.record({ kind: 'open', link: null, url: null, ...hitOf(request, send) });
      // Mail is read on pages of other origins.
      return {
        status: 200 as const,
        body: gif,
        headers: { ...uncached, 'Cross-Origin-Resource-Policy': 'cross-origin' },
      };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/c/:token',
    tag: 'email',
    summary: 'Record a click and redirect to the link',
    description: 'Redirects only to links that the service put into the message. Returns 404 for a modified link.',
    access: 'public',
    limit: 'none',
    request: { params: clickParams, headers },
    responses: { 302: { contentType: 'text/plain', description: 'Redirect to the link.' }, 404: pageResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, ...request }) => {
      const link = readClickToken(request.services.settings.linkSecret, token);
      if (link === null) return unknownLink(request.headers.accept);
      const hit = { kind: 'click' as const, link: link.ordinal, url: linkPath(link.url), ...hitOf(request, link) };
      await request.services.http.hits.record(hit);
      return { status: 302 as const, body: '', headers: { ...uncached, Location: headerForm(link.url) } };
    },
  }),
];

/** Headers hold ASCII. An address with other letters is written as browsers send it; any other stays as it is. */
const headerForm = (url: string): string => (/^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href);
