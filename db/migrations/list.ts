import type { Knex } from 'knex';
import * as baseline from './20261129_01_baseline';
import * as sendWarnings from './20261130_01_send_warnings';
import * as importProblem from './20261130_02_import_problem';
import * as applyErrors from './20261130_03_apply_errors';
import * as referrers from './20261130_04_referrers';
import * as unreadableFeedback from './20261130_05_unreadable_feedback';
import * as stepOutcomes from './20261207_01_step_outcomes';
import * as demoWorkspaces from './20261207_02_demo_workspaces';
import * as visitorLinks from './20261207_03_visitor_links';
import * as accounts from './20261207_04_accounts';
import * as gettingStarted from './20261207_05_getting_started';
import * as liveEventsAndCatalog from './20261207_06_live_events_and_catalog';
import * as attention from './20261207_07_attention';
import * as targetValues from './20261207_08_target_values';
import * as shareLinks from './20261207_09_share_links';
import * as currentVisitorLinks from './20261214_03_current_visitor_links';
import * as namedAuditEntries from './20261214_04_named_audit_entries';
import * as sendingLimits from './20261221_01_sending_limits';
import * as webhookHosts from './20261221_02_webhook_hosts';
import * as reconciler from './20261228_01_reconciler';
import * as peopleSearch from './20261229_01_people_search';
import * as personChanges from './20261229_02_person_changes';
import * as personActivity from './20261229_03_person_activity';
import * as audienceCounts from './20261229_04_audience_counts';
import * as messageLog from './20261230_01_message_log';
import * as executionRetries from './20261231_01_execution_retries';
import * as failureCauses from './20261231_02_failure_causes';
import * as twoStepVerification from './20270101_01_two_step_verification';
import * as peopleImports from './20270102_01_people_imports';

export interface ListedMigration {
  name: string;
  migration: Knex.Migration;
}

/** All migrations in order, by the name that the database stores. Named here, so that .ts and compiled .js agree. */
export const migrations: readonly ListedMigration[] = [
  { name: '20261129_01_baseline', migration: baseline },
  { name: '20261130_01_send_warnings', migration: sendWarnings },
  { name: '20261130_02_import_problem', migration: importProblem },
  { name: '20261130_03_apply_errors', migration: applyErrors },
  { name: '20261130_04_referrers', migration: referrers },
  { name: '20261130_05_unreadable_feedback', migration: unreadableFeedback },
  { name: '20261207_01_step_outcomes', migration: stepOutcomes },
  { name: '20261207_02_demo_workspaces', migration: demoWorkspaces },
  { name: '20261207_03_visitor_links', migration: visitorLinks },
  { name: '20261207_04_accounts', migration: accounts },
  { name: '20261207_05_getting_started', migration: gettingStarted },
  { name: '20261207_06_live_events_and_catalog', migration: liveEventsAndCatalog },
  { name: '20261207_07_attention', migration: attention },
  { name: '20261207_08_target_values', migration: targetValues },
  { name: '20261207_09_share_links', migration: shareLinks },
  { name: '20261214_03_current_visitor_links', migration: currentVisitorLinks },
  { name: '20261214_04_named_audit_entries', migration: namedAuditEntries },
  { name: '20261221_01_sending_limits', migration: sendingLimits },
  { name: '20261221_02_webhook_hosts', migration: webhookHosts },
  { name: '20261228_01_reconciler', migration: reconciler },
  { name: '20261229_01_people_search', migration: peopleSearch },
  { name: '20261229_02_person_changes', migration: personChanges },
  { name: '20261229_03_person_activity', migration: personActivity },
  { name: '20261229_04_audience_counts', migration: audienceCounts },
  { name: '20261230_01_message_log', migration: messageLog },
  { name: '20261231_01_execution_retries', migration: executionRetries },
  { name: '20261231_02_failure_causes', migration: failureCauses },
  { name: '20270101_01_two_step_verification', migration: twoStepVerification },
  { name: '20270102_01_people_imports', migration: peopleImports },
];
