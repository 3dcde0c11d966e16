/**
 * What the API, the workers and the workflows agree on: names here, ids, signals, inputs and results in a file of each workflow beside
 * this one. Inputs carry ids and structure, never content.
 */

export const taskQueues = {
  journeys: 'journeys',
  email: 'email',
  /** Calls of other services, which may hang: they hold up only each other. */
  webhooks: 'webhooks',
  maintenance: 'maintenance',
} as const;

export const workflowTypes = {
  journeyRun: 'journeyRun',
  /** Of runs that began before there was `journeyRun`: none is started any more. */
  journeyExecution: 'journeyExecution',
  noticeDelivery: 'noticeDelivery',
  messageResend: 'messageResend',
  maintenance: 'maintenance',
  maintainEvents: 'maintainEvents',
  digestDue: 'digestDue',
  weeklyDigest: 'weeklyDigest',
  forgetEndUser: 'forgetEndUser',
  connectionDue: 'connectionDue',
  syncConnection: 'syncConnection',
  matchHistory: 'matchHistory',
} as const;

/** Those of the above that are runs of journeys. */
export const journeyTypes: readonly string[] = [workflowTypes.journeyRun, workflowTypes.journeyExecution];

/** Header of a workflow's start and of activities: the W3C `traceparent` that they belong to. */
export const traceHeader = 'traceparent';

/** Search attributes of journey executions, with their Temporal types. */
export const searchAttributeTypes = {
  WorkspaceId: 'KEYWORD',
  JourneyId: 'KEYWORD',
  JourneyVersion: 'INT',
  EndUserId: 'KEYWORD',
  CurrentStepId: 'KEYWORD',
} as const;
