import type { Workspace } from '../../db/workspaces';
import type { PageSender } from './page';

/** How pages name a workspace: as its `sender` setting says, else by its name. */
export const pageSenderOf = ({ name, sender }: Pick<Workspace, 'name' | 'sender'>): PageSender => ({
  name: sender?.name ?? name,
  postalAddress: sender === null || sender.postalAddress.trim() === '' ? null : sender.postalAddress.trim(),
  logoUrl: sender?.logoUrl ?? null,
  accentColor: sender?.accentColor ?? null,
});
