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
  /** Includes experiments. The same for all workspaces, because the page's tag has the workspace key. */
  keyless: ServedSnippet;
  /** The value of the `integrity` attribute for the keyless form. */
  integrity: string;
  /** Returns a workspace's form from the large or the small build. */
  keyed(build: SnippetBuild, settings: SnippetSettings): Promise<ServedSnippet>;
}

/** Both builds have the same source. `small` leaves out snippet/experiments. */
const builds = ['small', 'large'] as const;
export type SnippetBuild = (typeof builds)[number];

/** Created by `npm run build`. In a checkout, the snippet is bundled from its source instead. */
const builtFile = (build: SnippetBuild, folder = __dirname): string => path.join(folder, `snippet.${build}.min.js`);
/** Names of the snippet's own parts, which are shortened: none that pages, the service or the browser know is among them. */
const innerNames =
  /^(adopt|allowed|auto|begin|busy|cameFrom|capture|change|choose|consent|cookieDomain|delivery|file|followChoice|handOver|names|navigated|query|queue|recorder|restart|save|saved|settle|soon|storage|store|take|takeBack|variantOf|view|visitor)$/;
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
  const [small, large] = await Promise.all(builds.map(readBuild));
  const code = { small, large } as Record<SnippetBuild, string>;
  const keyless = await serve(code.large, null);
  const forms = new Map<string, Promise<ServedSnippet>>();
  return {
    keyless,
    integrity: `sha384-${createHash('sha384').update(keyless.text).digest('base64')}`,
    keyed(build, { key, respectDoNotTrack }) {
      const name = `${build} ${respectDoNotTrack} ${key}`;
      const form = forms.get(name) ?? serve(code[build], { key, respectDoNotTrack });
      forms.delete(name);
      forms.set(name, form);
      const [oldest] = forms.keys();
      if (forms.size > keptForms && oldest !== undefined) forms.delete(oldest);
      return form;
    },
  };
}

const readBuild = (build: SnippetBuild): Promise<string> =>
  existsSync(builtFile(build)) ? readFile(builtFile(build), 'utf8') : bundleSnippet(build);

/** Bundles the browser code into one file without imports and exports. */
async function bundleSnippet(name: SnippetBuild): Promise<string> {
  if (!existsSync(entry)) throw new Error(`${builtFile(name)} does not exist. Run "npm run build".`);
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
    define: { apexHasExperiments: String(name === 'large') },
    logLevel: 'silent',
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Writes each build atomically to the folder from which the compiled {@link loadSnippet} reads them. */
export async function writeSnippet(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const build of builds) {
    const file = builtFile(build, folder);
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, await bundleSnippet(build));
    await rename(draft, file);
  }
}

async function serve(code: string, settings: SnippetSettings | null): Promise<ServedSnippet> {
  const text = `!function(apexSettings){${code}}(${JSON.stringify(settings)});\n`;
  return { ...(await compressText(text)), hash: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}
