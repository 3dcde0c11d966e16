import path from 'node:path';

/**
 * What Node takes to run an entry point of the service, relative to the checkout, as a process of its own: compiled once for the whole
 * test run, where there is one.
 */
export const entryArguments = (entry: string, words: readonly string[] = []): string[] => [
  ...(process.env['TEST_COMPILED_SOURCES'] === undefined
    ? ['--import', 'tsx']
    : ['--require', path.join(__dirname, 'compiled-sources.cjs')]),
  entry,
  ...words,
];
