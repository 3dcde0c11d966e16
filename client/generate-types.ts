import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { apiTypesText } from './api-types-text';

apiTypesText()
  .then((text) => writeFile(path.join(__dirname, 'src/api-types.ts'), text))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
