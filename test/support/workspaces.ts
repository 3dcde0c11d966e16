import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { insertConversion } from '../../db/conversions/conversions';
import { insertExperiment, type Experiment, type NewExperiment } from '../../db/experiments/experiments';
import { insertWorkspace } from '../../db/workspaces/workspaces';
import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { apiClient, type ApiClient } from './api-client';
import { setting } from './members';
import type { World } from './world';

/** A separate workspace for a test that checks whole lists and counts. */
export interface TestWorkspace {
  demo: DemoWorkspace;
  /** Calls the API with the workspace's server key. */
  api: ApiClient;
}

export async function addWorkspace(world: World): Promise<TestWorkspace> {
  const demo = await seedDemoWorkspace({ databaseUrl: world.databaseUrl, keyPepper: setting(world, 'KEY_PEPPER') });
  return { demo, api: apiClient(world.apiUrl, demo.serverKey) };
}

/** Stores a workspace without members and keys. @returns its id */
export async function createWorkspace(
  database: Database,
  columns: { timezone?: string; retention_days?: number } = {},
): Promise<string> {
  const id = newId('workspace');
  await insertWorkspace(database, { id, name: 'Shop', publicKey: `svc_pk_${id}`, plan: 'free' });
  if (Object.keys(columns).length > 0) await database('workspaces').where({ id }).update(columns);
  return id;
}

/** Stores a conversion of an event type, without matching earlier events. @returns its id */
export const createConversion = (
  database: Database,
  workspaceId: string,
  { eventType, name = eventType, isPrimary = false }: { eventType: string; name?: string; isPrimary?: boolean },
): Promise<string> =>
  insertConversion(database, workspaceId, {
    name,
    type: 'custom_event',
    eventType,
    urlPattern: null,
    selector: null,
    conditions: {},
    isPrimary,
  });

/** Stores a running experiment with the variants `a` and `b` on every page, unless other fields are given. */
export const createExperiment = (
  database: Database,
  workspaceId: string,
  fields: Partial<NewExperiment> = {},
): Promise<Experiment> =>
  insertExperiment(database, {
    workspaceId,
    name: 'Experiment',
    status: 'running',
    targetUrl: '/',
    variants: ['a', 'b'].map((id) => ({ id, name: id.toUpperCase(), weight: 0.5 })),
    ...fields,
  });
