import { spawn } from 'node:child_process';
import path from 'node:path';

let building: Promise<void> | undefined;

/** Builds the service as its image does, to measure what is deployed. */
export function buildOnce(): Promise<void> {
  building ??= new Promise((resolve, reject) => {
    const build = spawn('npm', ['run', '--silent', 'build'], {
      cwd: path.resolve(__dirname, '..'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    build.once('error', reject);
    build.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm run build ended with ${code}.`));
    });
  });
  return building;
}
