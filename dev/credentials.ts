import path from 'node:path';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';

const demoWorkspace = z.object({
  workspaceId: z.string(),
  workspaceKey: z.string(),
  serverKey: z.string(),
  userKey: z.string(),
  transactionalKey: z.string(),
  owner: z.object({ email: z.string(), password: z.string() }),
});

const credentialsSchema = demoWorkspace.extend({
  baseUrl: z.string(),
  syncApiKey: z.string(),
  temporalUiUrl: z.string(),
  temporalAddress: z.string(),
  databaseUrl: z.string(),
  /** Null where mail goes to SES itself. */
  mailUrl: z.string().nullable(),
});

/** How to sign in to the demo workspace, and its keys; known in full only when they are made. */
export type DemoWorkspace = z.infer<typeof demoWorkspace>;

/** All that a person or a program needs to use the running service. */
export type Credentials = z.infer<typeof credentialsSchema>;

export function credentialsPath(dataDir: string): string {
  return path.join(dataDir, 'credentials.json');
}

/** What an earlier start of this folder wrote; undefined when nothing usable. */
export function readDemoWorkspace(dataDir: string): DemoWorkspace | undefined {
  return demoWorkspace.safeParse(readJson(credentialsPath(dataDir))).data;
}

/** All that a running service has left in its folder; undefined when nothing usable. */
export function readCredentials(dataDir: string): Credentials | undefined {
  return credentialsSchema.safeParse(readJson(credentialsPath(dataDir))).data;
}

/** Writes `credentials.json` in one step, mode 0600. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  writePrivateJson(credentialsPath(dataDir), credentialsSchema.parse(credentials));
}
