import type { PageEntry } from './page-entry';

/** The pages of the area Settings. */
export const settingsPages: readonly PageEntry[] = [
  {
    path: '/operations',
    title: 'Operations',
    area: 'Settings',
    group: 'Developers',
    load: () => import('./pages/operations/operations-page').then((module) => ({ default: module.OperationsPage })),
  },
  {
    path: '/settings/workspace',
    title: 'Workspace',
    area: 'Settings',
    group: 'General',
    load: () => import('./pages/settings/workspace-page').then((module) => ({ default: module.WorkspacePage })),
  },
  {
    path: '/settings/sender',
    title: 'Sender',
    area: 'Settings',
    group: 'Sending',
    load: () => import('./pages/settings/sender-page').then((module) => ({ default: module.SenderPage })),
  },
  {
    path: '/settings/members',
    title: 'Members',
    area: 'Settings',
    group: 'People and access',
    permission: 'members.read',
    load: () => import('./pages/settings/members-page').then((module) => ({ default: module.MembersPage })),
  },
  {
    path: '/settings/keys',
    title: 'Keys',
    area: 'Settings',
    group: 'Developers',
    permission: 'keys.read',
    load: () => import('./pages/settings/keys-page').then((module) => ({ default: module.KeysPage })),
  },
  {
    path: '/settings/secrets',
    title: 'Secrets',
    area: 'Settings',
    group: 'Developers',
    permission: 'secrets.read',
    load: () => import('./pages/settings/secrets-page').then((module) => ({ default: module.SecretsPage })),
  },
  {
    path: '/settings/digest',
    title: 'Digest',
    area: 'Settings',
    group: 'General',
    load: () => import('./pages/settings/digest-page').then((module) => ({ default: module.DigestPage })),
  },
  {
    path: '/settings/audit',
    title: 'Audit log',
    area: 'Settings',
    group: 'People and access',
    permission: 'audit.read',
    load: () => import('./pages/settings/audit-page').then((module) => ({ default: module.AuditPage })),
  },
];
