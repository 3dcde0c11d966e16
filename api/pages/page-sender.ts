import type { Workspace } from '../../db/workspaces';
import type { PageSender } from './page';

/** How pages name a workspace. */
export const pageSenderOf = ({ name }: Pick<Workspace, 'name'>): PageSender => ({
  name,
  postalAddress: null,
  logoUrl: null,
  accentColor: null,
});
