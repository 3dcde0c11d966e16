import type { PageEntry } from './page-entry';
import { settingsPages } from './settings-pages';

/** All pages of the console, for routes, navigation and palette. DESIGN.md describes how to add a page. */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    title: 'Overview',
    icon: 'overview',
    load: () => import('./pages/overview/overview-page').then((module) => ({ default: module.OverviewPage })),
  },
  {
    path: '/start',
    title: 'Getting started',
    icon: 'start',
    load: () => import('./pages/start/start-page').then((module) => ({ default: module.StartPage })),
  },
  {
    path: '/journeys',
    title: 'Journeys',
    area: 'Engage',
    icon: 'journeys',
    load: () => import('./pages/journeys/journeys-page').then((module) => ({ default: module.JourneysPage })),
  },
  {
    path: '/journeys/import',
    permission: 'journeys.write',
    load: () => import('./pages/journeys/import/import-page').then((module) => ({ default: module.ImportPage })),
  },
  {
    path: '/journeys/$journeyId',
    load: () => import('./pages/journeys/journey-page').then((module) => ({ default: module.JourneyPage })),
  },
  {
    path: '/journeys/$journeyId/executions/$executionId',
    load: () =>
      import('./pages/journeys/executions/execution-page').then((module) => ({ default: module.ExecutionPage })),
  },
  {
    path: '/communications',
    title: 'Communications',
    area: 'Engage',
    icon: 'communications',
    load: () =>
      import('./pages/communications/communications-page').then((module) => ({ default: module.CommunicationsPage })),
  },
  {
    path: '/communications/new',
    load: () =>
      import('./pages/communications/new-communication-page').then((module) => ({
        default: module.NewCommunicationPage,
      })),
  },
  {
    path: '/communications/$communicationId',
    load: () =>
      import('./pages/communications/communication-page').then((module) => ({ default: module.CommunicationPage })),
  },
  {
    path: '/audiences',
    title: 'Audiences',
    area: 'Engage',
    icon: 'audiences',
    load: () => import('./pages/audiences/audiences-page').then((module) => ({ default: module.AudiencesPage })),
  },
  {
    path: '/audiences/new',
    load: () => import('./pages/audiences/new-audience-page').then((module) => ({ default: module.NewAudiencePage })),
  },
  {
    path: '/audiences/$audienceId',
    load: () => import('./pages/audiences/audience-page').then((module) => ({ default: module.AudiencePage })),
  },
  {
    path: '/triggers',
    title: 'Triggers',
    area: 'Engage',
    icon: 'triggers',
    load: () => import('./pages/triggers/triggers-page').then((module) => ({ default: module.TriggersPage })),
  },
  {
    path: '/triggers/$triggerId',
    load: () => import('./pages/triggers/trigger-page').then((module) => ({ default: module.TriggerPage })),
  },
  {
    path: '/people',
    title: 'People',
    area: 'Engage',
    icon: 'people',
    load: () => import('./pages/people/people-page').then((module) => ({ default: module.PeoplePage })),
  },
  {
    path: '/people/import',
    permission: 'end_users.import',
    load: () => import('./pages/people/import-page').then((module) => ({ default: module.ImportPeoplePage })),
  },
  {
    path: '/people/erasures/$erasureId',
    permission: 'end_users.erase',
    load: () => import('./pages/people/erasure-page').then((module) => ({ default: module.ErasurePage })),
  },
  {
    path: '/people/$personId',
    load: () => import('./pages/people/person-page').then((module) => ({ default: module.PersonPage })),
  },
  {
    path: '/experiments',
    title: 'Experiments',
    area: 'Learn',
    icon: 'experiments',
    load: () => import('./pages/experiments/experiments-page').then((module) => ({ default: module.ExperimentsPage })),
  },
  {
    path: '/experiments/new',
    load: () =>
      import('./pages/experiments/new-experiment-page').then((module) => ({ default: module.NewExperimentPage })),
  },
  {
    path: '/experiments/$experimentId',
    load: () => import('./pages/experiments/experiment-page').then((module) => ({ default: module.ExperimentPage })),
  },
  {
    path: '/shared/$token',
    load: () => import('./pages/experiments/shared-page').then((module) => ({ default: module.SharedPage })),
  },
  {
    path: '/beliefs',
    title: 'Beliefs',
    area: 'Learn',
    icon: 'beliefs',
    load: () => import('./pages/beliefs/beliefs-page').then((module) => ({ default: module.BeliefsPage })),
  },
  {
    path: '/beliefs/$beliefId',
    load: () => import('./pages/beliefs/belief-page').then((module) => ({ default: module.BeliefPage })),
  },
  {
    path: '/conversions',
    title: 'Conversions',
    area: 'Learn',
    icon: 'conversions',
    load: () => import('./pages/conversions/conversions-page').then((module) => ({ default: module.ConversionsPage })),
  },
  {
    path: '/conversions/$conversionId',
    load: () => import('./pages/conversions/conversion-page').then((module) => ({ default: module.ConversionPage })),
  },
  {
    path: '/targets',
    title: 'Targets',
    area: 'Learn',
    icon: 'targets',
    load: () => import('./pages/targets/targets-page').then((module) => ({ default: module.TargetsPage })),
  },
  {
    path: '/targets/$targetId',
    load: () => import('./pages/targets/target-page').then((module) => ({ default: module.TargetPage })),
  },
  {
    path: '/program',
    title: 'Program',
    area: 'Learn',
    icon: 'program',
    permission: 'experiments.read',
    load: () => import('./pages/program/program-page').then((module) => ({ default: module.ProgramPage })),
  },
  {
    path: '/attribution',
    title: 'Attribution',
    area: 'Learn',
    icon: 'attribution',
    load: () => import('./pages/attribution/attribution-page').then((module) => ({ default: module.AttributionPage })),
  },
  {
    path: '/install',
    title: 'Install',
    area: 'Data',
    icon: 'install',
    load: () => import('./pages/start/install-page').then((module) => ({ default: module.InstallPage })),
  },
  {
    path: '/events',
    title: 'Live events',
    area: 'Data',
    icon: 'events',
    load: () => import('./pages/events/events-page').then((module) => ({ default: module.EventsPage })),
  },
  {
    path: '/events/rejected',
    load: () => import('./pages/events/rejected-page').then((module) => ({ default: module.RejectedPage })),
  },
  {
    path: '/events/catalog',
    load: () => import('./pages/events/catalog-page').then((module) => ({ default: module.CatalogPage })),
  },
  {
    path: '/connections',
    title: 'Connections',
    area: 'Data',
    icon: 'connections',
    permission: 'connections.read',
    load: () => import('./pages/connections/connections-page').then((module) => ({ default: module.ConnectionsPage })),
  },
  {
    path: '/messages',
    title: 'Messages',
    area: 'Engage',
    icon: 'messages',
    load: () => import('./pages/messages/messages-page').then((module) => ({ default: module.MessagesPage })),
  },
  {
    path: '/messages/$messageId',
    load: () => import('./pages/messages/message-page').then((module) => ({ default: module.MessagePage })),
  },
  {
    path: '/suppressions',
    title: 'Suppressions',
    area: 'Engage',
    icon: 'suppressions',
    permission: 'suppressions.read',
    load: () =>
      import('./pages/suppressions/suppressions-page').then((module) => ({ default: module.SuppressionsPage })),
  },
  {
    path: '/transactional',
    title: 'Transactional email',
    area: 'Engage',
    icon: 'transactional',
    permission: 'transactional.read',
    load: () =>
      import('./pages/transactional/transactional-page').then((module) => ({ default: module.TransactionalPage })),
  },
  ...settingsPages,
  {
    path: '/account',
    title: 'Account',
    area: 'Settings',
    group: 'People and access',
    load: () => import('./pages/account/account-page').then((module) => ({ default: module.AccountPage })),
  },
  {
    path: '/invitations/$token',
    load: () => import('./pages/account/invitation-page').then((module) => ({ default: module.InvitationPage })),
  },
  {
    path: '/password-reset',
    load: () =>
      import('./pages/account/password-reset-page').then((module) => ({ default: module.PasswordResetRequestPage })),
  },
  {
    path: '/password-reset/$token',
    load: () => import('./pages/account/password-reset-page').then((module) => ({ default: module.PasswordResetPage })),
  },
];
