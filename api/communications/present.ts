import type { z } from 'zod';
import type { Communication } from '../../db/communications/communications';
import type { catalogEntry, communicationRecord } from '../../domain/communications/schemas';
import type { CatalogTemplate } from '../../domain/email/catalog/catalog';
import { variablesOf } from '../../domain/email/preview';

export const presentCommunication = (communication: Communication): z.infer<typeof communicationRecord> => ({
  id: communication.id,
  name: communication.name,
  commType: communication.commType,
  slots: communication.slots,
  html: communication.html,
  text: communication.text,
  tracking: communication.tracking,
  variables: variablesOf(communication),
  problem: communication.importProblem ?? communication.problem ?? null,
  createdAt: communication.createdAt.toISOString(),
  updatedAt: communication.updatedAt.toISOString(),
});

export const presentCatalogTemplate = ({
  name,
  description,
  content,
  variables,
}: CatalogTemplate): z.infer<typeof catalogEntry> => ({
  name,
  description,
  subject: content.slots.subject,
  variables,
});
