import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import type { FetchedPage } from '../domain/install/fetched-page';
import { callHost, type CallOptions, type CallResult } from './webhook-client';

/** Bytes read of a page. Tags of scripts are near its start. */
const maxBytes = 1_024 * 1_024;
const maxRedirects = 5;
/** The limit for the page with its redirects. */
const timeoutMs = 8_000;

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Loads a page of a customer's site, from a public or allowed host, over http or https. Follows redirects.
 * @param address an absolute http or https URL
 * @param agent the `User-Agent`
 */
export async function fetchPage(
  address: string,
  { allowHosts, agent }: Pick<CallOptions, 'allowHosts'> & { agent: string },
): Promise<FetchedPage> {
  const urls = [address];
  const endsAt = Date.now() + timeoutMs;
  const { signal } = new AbortController();
  for (;;) {
    const url = urls.at(-1) ?? address;
    // The console sends no credentials, but a redirect may contain some. They are not sent.
    const request = {
      url: withoutCredentials(url),
      method: 'GET' as const,
      headers: { accept: 'text/html,*/*;q=0.5', 'accept-encoding': 'identity', 'user-agent': agent },
      body: null,
      timeoutMs: Math.max(1, endsAt - Date.now()),
    };
    const result = await callHost(request, { allowHosts, signal, keepBytes: maxBytes });
    if (result.kind !== 'answered') return { urls, failure: result.reason };
    const next = redirects.has(result.status) ? targetOf(url, result.headers?.location) : null;
    if (next === null) return { urls, response: await responseOf(result) };
    urls.push(next);
    if (urls.length > maxRedirects + 1) return { urls, failure: 'too_many_redirects' };
  }
}

function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** @returns the target of a redirect; null if the header has no http or https address */
function targetOf(url: string, location: string | undefined): string | null {
  try {
    const target = new URL(location ?? '', url);
    return location !== undefined && /^https?:$/.test(target.protocol) ? target.href : null;
  } catch {
    return null;
  }
}

async function responseOf({
  status,
  headers = {},
  excerpt = Buffer.alloc(0),
  isCut = false,
}: CallResult & { status: number }): Promise<FetchedPage['response']> {
  const policies = headers['content-security-policy'];
  const body = await decompress(excerpt, headers['content-encoding']);
  return {
    status,
    contentType: headers['content-type'] ?? null,
    policies: policies === undefined ? [] : [policies].flat(),
    html: body.toString('utf8'),
    isCut,
  };
}

const decompressions: Record<string, typeof gunzip> = { gzip: gunzip, br: brotliDecompress, deflate: inflate };

/** Decompresses the start of a body, for servers that compress without a request for it. Returns nothing if it fails. */
async function decompress(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const method = decompressions[encoding?.trim().toLowerCase() ?? ''];
  if (method === undefined) return body;
  const finishFlush = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  try {
    return await promisify<Buffer, object, Buffer>(method)(body, { finishFlush, maxOutputLength: 8 * maxBytes });
  } catch {
    return Buffer.alloc(0);
  }
}
