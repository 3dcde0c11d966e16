import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const root = path.resolve(__dirname, '..');

/**
 * Returns the path of the workflow bundle, and creates the bundle if these sources have none yet. The name contains a
 * hash of the sources, so a changed source never runs from an old bundle and processes can share the folder.
 */
export async function workflowBundlePath(folder = path.join(root, 'build')): Promise<string> {
  const file = path.join(folder, `workflow-bundle-${sourceHash()}.js`);
  if (!existsSync(file)) await writeBundle(file);
  return file;
}

/** Bundles the workflow code into a file, atomically. */
export async function writeBundle(file: string): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('../workflows/index'),
    workflowInterceptorModules: [require.resolve('../workflows/interceptors')],
    logger: new DefaultLogger('WARN'),
  });
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, file);
}

function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package.json')));
  for (const folder of ['workflows', 'domain']) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((candidate) => /\.[jt]s$/.test(candidate))) {
      hash.update(name).update(readFileSync(path.join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
