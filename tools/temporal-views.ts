import { executionTypes, taskQueues, workflowTypes } from '../workflows/contract/names';

/** Views of the Temporal UI, which separate executions from the service's own work. */

const executions = `WorkflowType IN (${executionTypes.map((type) => `"${type}"`).join(', ')})`;
const { noticeDelivery, messageResend, forgetEndUser, deleteWorkspace, digestDue, weeklyDigest } = workflowTypes;

/** List filters by the name of their view. */
export const temporalViews: Readonly<Record<string, string>> = {
  'Running executions': `${executions} AND ExecutionStatus = "Running"`,
  'Failed executions': `${executions} AND ExecutionStatus IN ("Failed", "Terminated")`,
  'Failing workflow tasks':
    'ExecutionStatus = "Running" AND TemporalReportedProblems IN ("category=WorkflowTaskFailed", "category=WorkflowTaskTimedOut")',
  Digests: `WorkflowType IN ("${digestDue}", "${weeklyDigest}")`,
  Erasures: `WorkflowType IN ("${forgetEndUser}", "${deleteWorkspace}")`,
  Notices: `WorkflowType IN ("${noticeDelivery}", "${messageResend}")`,
  Maintenance: `TaskQueue = "${taskQueues.maintenance}"`,
};

/** @param uiUrl address of the Temporal UI, without a trailing slash */
export const viewUrl = (uiUrl: string, namespace: string, query: string): string =>
  `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)}`;
