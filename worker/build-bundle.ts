import path from 'node:path';
import { writeBundle } from './bundle';

const file = path.resolve(__dirname, '..', 'build', 'workflow-bundle.js');

writeBundle(file).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
