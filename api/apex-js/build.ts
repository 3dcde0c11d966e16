import path from 'node:path';
import { writeSnippet } from './snippet';

writeSnippet(path.resolve(__dirname, '../../dist/api/apex-js')).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
