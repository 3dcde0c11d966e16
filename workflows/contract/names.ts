/**
 * Names that the API, the workers and the workflows share. The ids, signals, inputs and results of each workflow are in
 * its own file in this folder. Inputs contain ids and structure, never content.
 */

export const taskQueues = {
  journeys: 'journeys',
  email: 'email',
  /** Calls to other services, which may hang. On their own queue, they delay only each other. */
  webhooks: 'webhooks',
  maintenance: 'maintenance',
} as const;

export const workflowTypes = {
  journey: 'journey',
  /** Started by earlier releases. */
  journeyRun: 'journeyRun',
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
  deleteWorkspace: 'deleteWorkspace',
  executionBulk: 'executionBulk',
} as const;

/** Types of the workflows of executions. */
export const executionTypes: readonly string[] = [workflowTypes.journey, workflowTypes.journeyRun];

/** Header of workflow starts and activities: the W3C `traceparent` of their trace. */
export const traceHeader = 'traceparent';

/** Search attributes of journey executions, with their Temporal types. */
export const searchAttributeTypes = {
  WorkspaceId: 'KEYWORD',
  JourneyId: 'KEYWORD',
  /** The journey's name when the execution started. */
  JourneyName: 'KEYWORD',
  JourneyVersion: 'INT',
  EndUserId: 'KEYWORD',
  CurrentStepId: 'KEYWORD',
  /** Why an execution failed: the type of its failure. */
  FailureReason: 'KEYWORD',
} as const;
