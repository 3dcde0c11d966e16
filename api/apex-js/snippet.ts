import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compressText, type CompressedText } from '../compressed-text';

/** The settings of its workspace that the keyed form passes to the snippet. */
export interface SnippetSettings {
  key: string;
  respectDoNotTrack: boolean;
}

/** A form of the snippet, ready to be sent. */
export interface ServedSnippet extends CompressedText {
  /** Hash of the text: the version in the address of the keyless form. */
  hash: string;
}

/** The snippet's code, and its forms. */
export interface Snippet {
  /** The same for all workspaces: the page's tag names the workspace. */
  keyless: ServedSnippet;
  /** As `integrity` attributes want it: of the keyless form. */
  integrity: string;
  keyed(settings: SnippetSettings): Promise<ServedSnippet>;
}

/** Beside this file in a build, whose own name there is snippet.js; in a checkout it is made from the sources. */
const builtFile = path.join(__dirname, 'snippet.min.js');
/** Names of the snippet's own parts, which are shortened: none that pages, the service or the browser know is among them. */
const innerNames =
  /^(adopt|allowed|auto|begin|busy|cameFrom|capture|change|choose|consent|cookieDomain|delivery|file|followChoice|giveAway|names|navigated|query|queue|recorder|restart|save|saved|settle|soon|storage|store|take|takeBack|variantOf|view|visitor)$/;
const entry = path.resolve(__dirname, '../../snippet/main.ts');
/** Forms that are kept compressed: one for each workspace and its settings. */
const keptForms = 1_000;

let loading: Promise<Snippet> | undefined;

/**
 * Once for each process.
 * @throws Error when there is neither a built snippet nor its sources
 */
export function loadSnippet(): Promise<Snippet> {
  loading ??= readSnippet().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readSnippet(): Promise<Snippet> {
  const code = existsSync(builtFile) ? await readFile(builtFile, 'utf8') : await bundleSnippet();
  const keyless = await serve(code, null);
  const forms = new Map<string, Promise<ServedSnippet>>();
  return {
    keyless,
    integrity: `sha384-${createHash('sha384').update(keyless.text).digest('base64')}`,
    keyed({ key, respectDoNotTrack }) {
      const name = `${respectDoNotTrack} ${key}`;
      const form = forms.get(name) ?? serve(code, { key, respectDoNotTrack });
      forms.delete(name);
      forms.set(name, form);
      const [oldest] = forms.keys();
      if (forms.size > keptForms && oldest !== undefined) forms.delete(oldest);
      return form;
    },
  };
}

/** Bundles the browser code into one expression that stands for itself. */
async function bundleSnippet(): Promise<string> {
  if (!existsSync(entry)) throw new Error(`${builtFile} does not exist. Run "npm run build".`);
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2020',
    charset: 'ascii',
    legalComments: 'none',
    mangleProps: innerNames,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Writes the bundle to where {@link loadSnippet} of the compiled code finds it, atomically. */
export async function writeSnippet(file: string): Promise<void> {
  const code = await bundleSnippet();
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, file);
}

async function serve(code: string, settings: SnippetSettings | null): Promise<ServedSnippet> {
  const text = `!function(apexSettings){${code}}(${JSON.stringify(settings)});\n`;
  return { ...(await compressText(text)), hash: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}
