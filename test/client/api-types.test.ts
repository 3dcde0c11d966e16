import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTypesText } from '../../client/api-types-text';
import { repositoryRoot } from '../architecture/source-files';

test('the client types match the declared routes', async () => {
  const now = (await apiTypesText()).split('\n');
  const kept = readFileSync(join(repositoryRoot, 'client/src/api-types.ts'), 'utf8').split('\n');
  const line = now.findIndex((wanted, index) => wanted !== kept[index]);
  if (line === -1 && kept.length === now.length) return;
  throw new Error(
    'client/src/api-types.ts is not what the routes give: run `npm run client:types` and commit it. ' +
      `Line ${line + 1} is ${JSON.stringify(kept[line])} and has to be ${JSON.stringify(now[line])}.`,
  );
});
