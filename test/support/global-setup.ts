import path from 'node:path';
import { workflowBundlePath } from '../../worker/bundle';
import { compileSources } from './compile-sources';
import { createTemplateDatabase } from './template-database';
import { startTestServers, type TestServers } from './test-servers';

/** Passes what this file started to global-teardown.ts. */
export interface TestRun {
  apexTestServers?: TestServers;
}

/**
 * Run once by Jest before all tests: starts servers, and creates a migrated template database, the workflow bundle, and
 * the service's compiled sources.
 */
async function globalSetup(): Promise<void> {
  const [servers, bundle] = await Promise.all([startTestServers(), workflowBundlePath()]);
  (globalThis as TestRun).apexTestServers = servers;
  const sources = path.join(servers.dataDir, 'sources');
  await Promise.all([createTemplateDatabase(servers.databaseUrl), compileSources(sources)]);
  process.env.TEST_COMPILED_SOURCES = sources;
  process.env.TEST_DATABASE_URL = servers.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = servers.temporalAddress;
  process.env.TEST_SES_ENDPOINT = servers.sesEndpoint;
  process.env.WORKFLOW_BUNDLE = bundle;
}

// Jest requires a default export.
// eslint-disable-next-line no-restricted-syntax
export default globalSetup;
