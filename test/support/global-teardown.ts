import type { TestRun } from './global-setup';

/** Run once by Jest after all tests. */
async function globalTeardown(): Promise<void> {
  await (globalThis as TestRun).apexTestServers?.stop();
}

// Jest requires a default export.
// eslint-disable-next-line no-restricted-syntax
export default globalTeardown;
