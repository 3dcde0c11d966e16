import type { z } from 'zod';
import { insertAudience, type Audience } from '../../db/audiences/audiences';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import type { createAudienceBody } from '../../domain/audiences/schemas';

export const createAudience = (
  database: Database,
  { workspaceId }: Actor,
  body: z.output<typeof createAudienceBody>,
): Promise<Audience> => insertAudience(database, { workspaceId, ...body });
