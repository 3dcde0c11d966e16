import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Returns the code that a document tells people to add to their pages. @param file relative to the repository */
export function readStub(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  const stub = /^<script>.*\n<script async src="[^"]*\/api\/apex-js\?key=[^"]*"><\/script>$/m.exec(text)?.[0];
  if (stub === undefined) throw new Error(`${file} shows no stub`);
  return stub;
}
