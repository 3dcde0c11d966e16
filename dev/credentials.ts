import path from 'node:path';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';

const demoShop = z.object({ workspaceId: z.string(), workspaceKey: z.string(), serverKey: z.string() });

const firstWorkspace = z.object({
  workspaceId: z.string(),
  workspaceKey: z.string(),
  serverKey: z.string(),
  userKey: z.string(),
  transactionalKey: z.string(),
  owner: z.object({ email: z.string(), password: z.string() }),
  /** The workspace with examples, if it was created. */
  demo: demoShop.optional(),
});

const credentialsSchema = firstWorkspace.extend({
  baseUrl: z.string(),
  syncApiKey: z.string(),
  temporalUiUrl: z.string(),
  temporalAddress: z.string(),
  databaseUrl: z.string(),
  /** Null if mail goes to SES itself. */
  mailUrl: z.string().nullable(),
});

/** Sign-in and keys of the first workspace. They are known in full only when they are created. */
export type FirstWorkspace = z.infer<typeof firstWorkspace>;

/** Everything a person or a program needs to use the running service. */
export type Credentials = z.infer<typeof credentialsSchema>;

export function credentialsPath(dataDir: string): string {
  return path.join(dataDir, 'credentials.json');
}

/** Reads the workspace that an earlier start wrote. Undefined if the file is missing or invalid. */
export function readFirstWorkspace(dataDir: string): FirstWorkspace | undefined {
  return firstWorkspace.safeParse(readJson(credentialsPath(dataDir))).data;
}

/** Reads the credentials of a running service. Undefined if the file is missing or invalid. */
export function readCredentials(dataDir: string): Credentials | undefined {
  return credentialsSchema.safeParse(readJson(credentialsPath(dataDir))).data;
}

/** Writes `credentials.json` atomically with mode 0600. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  writePrivateJson(credentialsPath(dataDir), credentialsSchema.parse(credentials));
}
