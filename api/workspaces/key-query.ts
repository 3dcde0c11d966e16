import type { z } from 'zod';
import { jsonText } from '../../domain/json/schemas';

const publicKey = jsonText(200, 1).optional();

/** The workspace key in the query of routes for pages. It has several accepted names. */
export const keyNames = {
  key: publicKey.meta({ description: 'The public key of the workspace. Required, under any of its three names.' }),
  workspaceKey: publicKey.meta({ description: 'Same as `key`.' }),
  projectKey: publicKey.meta({ description: 'Same as `key`.' }),
};

interface KeyQuery {
  key?: string | undefined;
  workspaceKey?: string | undefined;
  projectKey?: string | undefined;
}

/** Returns the workspace key of a query that {@link checkKeys} has accepted. */
export const requestKey = ({ key, workspaceKey, projectKey }: KeyQuery): string =>
  key ?? workspaceKey ?? projectKey ?? '';

/** Refuses a query without a workspace key, or with several different ones. */
export function checkKeys(query: KeyQuery, context: z.RefinementCtx): void {
  const key = requestKey(query);
  if (key === '') context.addIssue({ code: 'custom', path: ['key'], message: 'is required' });
  for (const name of ['workspaceKey', 'projectKey'] as const) {
    if ((query[name] ?? key) === key) continue;
    context.addIssue({ code: 'custom', path: [name], message: 'differs from the other key. Send only one' });
  }
}
