import type { z } from 'zod';
import type { Communication } from '../../db/communications';
import type { communicationRecord } from '../../domain/communications/schemas';

export const presentCommunication = (communication: Communication): z.infer<typeof communicationRecord> => ({
  id: communication.id,
  name: communication.name,
  commType: communication.commType,
  slots: communication.slots,
  html: communication.html,
  text: communication.text,
  tracking: communication.tracking,
  createdAt: communication.createdAt.toISOString(),
  updatedAt: communication.updatedAt.toISOString(),
});
