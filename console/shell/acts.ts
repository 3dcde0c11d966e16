import type { Permission } from '../../domain/accounts/permissions';

/** The actions of the palette. Each opens the form for the action. */
export const acts: readonly { title: string; to: string; dialog: boolean; permission: Permission }[] = [
  { title: 'New journey', to: '/journeys', dialog: true, permission: 'journeys.write' },
  { title: 'Import journeys', to: '/journeys/import', dialog: false, permission: 'journeys.write' },
  { title: 'New communication', to: '/communications/new', dialog: false, permission: 'communications.write' },
  { title: 'New audience', to: '/audiences/new', dialog: false, permission: 'audiences.write' },
  { title: 'New trigger', to: '/triggers', dialog: true, permission: 'trigger_contracts.write' },
  { title: 'New person', to: '/people', dialog: true, permission: 'end_users.write' },
  { title: 'New experiment', to: '/experiments/new', dialog: false, permission: 'experiments.write' },
  { title: 'New belief', to: '/beliefs', dialog: true, permission: 'beliefs.write' },
  { title: 'New conversion', to: '/conversions', dialog: true, permission: 'conversions.write' },
  { title: 'New target', to: '/targets', dialog: true, permission: 'targets.write' },
  { title: 'New connection', to: '/connections', dialog: true, permission: 'connections.write' },
];
