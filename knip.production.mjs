import { readFileSync } from 'node:fs';

/** What only tests and benches use is dead: knip of the code that is shipped, with the entries of knip.json. */
const config = JSON.parse(readFileSync(new URL('knip.json', import.meta.url), 'utf8'));
const isShipped = (entry) => !/^(test|bench|\.ci)\//.test(entry);

export default {
  ...config,
  entry: config.entry.filter(isShipped).map((entry) => `${entry}!`),
  project: [
    '**/*.{ts,tsx,js,cjs,mjs}!',
    '!{test,bench,.ci}/**!',
    '!*.config.*!',
    '!client/{api-types-text,generate-types}.ts!',
  ],
  ignoreExportsUsedInFile: true,
};
