import { readdirSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';

/** `npm run bench`: every figure in this folder, or those named, one after the other. Each prints a ratio to its own floor. */
const wanted = process.argv.slice(2);
const figures = readdirSync(__dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

if (figures.length === 0) {
  console.error(
    `There is no such figure. Figures: ${readdirSync(__dirname)
      .filter((file) => file.endsWith('.bench.ts'))
      .join(', ')}`,
  );
  process.exitCode = 1;
}
for (const figure of figures) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', path.join(__dirname, `${figure}.bench.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
