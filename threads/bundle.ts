import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** In a build, this file is in the same folder and runs as it is. In a checkout, the sources are bundled. */
const builtFile = path.join(__dirname, 'entry.js');
const entry = path.join(__dirname, 'entry.ts');

/** Bundles that this process created, by folder. */
const made = new Map<string, Promise<string>>();

/**
 * Returns the path of the thread code. In a checkout, it is bundled once per process and named after its content, so
 * that processes can share the folder.
 */
export async function threadCodePath(folder = path.resolve(__dirname, '../build')): Promise<string> {
  if (existsSync(builtFile)) return builtFile;
  const known = await made.get(folder)?.catch(() => undefined);
  if (known !== undefined && existsSync(known)) return known;
  const file = bundleInto(folder);
  made.set(folder, file);
  return file;
}

async function bundleInto(folder: string): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.text ?? '';
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = path.join(folder, `threads-${hash}.js`);
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, code);
    await rename(draft, file);
  }
  return file;
}
