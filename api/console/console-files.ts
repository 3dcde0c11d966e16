import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '../../domain/email/escape-html';
import { compressText, type CompressedText } from '../compressed-text';

/** The console as Vite built it: one page, and files whose names hold a hash of what is in them. */

const root = path.resolve(__dirname, '../..');
/** Next to this file in a build. In a checkout, `npm start` builds it into {@link consoleBuildFolder}. */
const builtFolder = path.join(__dirname, 'site');

/** Where a checkout's build lies: named by what goes into it, so that a changed source is never served from an old build. */
export const consoleBuildFolder = (): string => path.join(root, 'build', `console-${sourceHash()}`);

/** A file of the console, ready to be sent. */
export interface ConsoleFile extends CompressedText {
  contentType: string;
  /** Hash of the text. */
  hash: string;
}

export interface PageValues {
  /** The nonce of the policy of the response. */
  nonce: string;
  /** Whether the request has a session cookie, valid or not. */
  session: 'given' | 'none';
  /** JSON for the page of a link, or empty. */
  facts: string;
}

export interface ConsoleFiles {
  /** The page for one answer; null while there is no build. */
  page(values: PageValues): Promise<string | null>;
  /** A file of the page, by its name with the hash; null for one that is not there. */
  asset(name: string): Promise<ConsoleFile | null>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The placeholders for the values of each response (console/vite.config.mjs, console/index.html). */
const placeholders = { __CSP_NONCE__: 'nonce', __SESSION__: 'session', __FACTS__: 'facts' } as const;

export const newNonce = (): string => randomBytes(18).toString('base64');

/**
 * Files are read and compressed at their first request, and kept.
 * @param find where the build lies; null where there is none, which is asked again with the next request
 */
export function createConsoleFiles(find: () => string | null = buildFinder()): ConsoleFiles {
  let pageText: string | undefined;
  const files = new Map<string, Promise<ConsoleFile>>();
  return {
    async page(values) {
      const found = find();
      if (found === null) return null;
      pageText ??= await readFile(path.join(found, 'index.html'), 'utf8');
      return pageText.replace(/__(CSP_NONCE|SESSION|FACTS)__/g, (name) =>
        escapeHtml(values[placeholders[name as keyof typeof placeholders]]),
      );
    },
    async asset(name) {
      const found = find();
      const contentType = types[path.extname(name)];
      if (found === null || contentType === undefined || !/^[\w.-]+$/.test(name)) return null;
      const location = path.join(found, 'assets', name);
      if (!files.has(name)) {
        if (!existsSync(location)) return null;
        files.set(name, readCompressed(location, contentType));
      }
      return files.get(name) ?? null;
    },
  };
}

/** Looks for the build that belongs to this code, until it is there. */
function buildFinder(): () => string | null {
  let known = existsSync(builtFolder) ? builtFolder : null;
  let expected: string | undefined;
  return () => {
    if (known !== null) return known;
    expected ??= consoleBuildFolder();
    if (existsSync(path.join(expected, 'index.html'))) known = expected;
    return known;
  };
}

async function readCompressed(location: string, contentType: string): Promise<ConsoleFile> {
  const text = await readFile(location, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { ...(await compressText(text)), contentType, hash };
}

/** Of all that a build may read. */
function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const folder of ['console', 'domain']) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((candidate) => /\.(tsx?|mjs|css|html|svg)$/.test(candidate))) {
      hash.update(name).update(readFileSync(path.join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
