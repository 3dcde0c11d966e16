import path from 'node:path';
import { writeSnippet } from './snippet';

const file = path.resolve(__dirname, '../../dist/api/apex-js/snippet.min.js');

writeSnippet(file).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
