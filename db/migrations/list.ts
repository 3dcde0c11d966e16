import type { Knex } from 'knex';
import * as accounts from './20261121_01_accounts';
import * as peopleAndEvents from './20261121_02_people_and_events';
import * as journeys from './20261121_03_journeys';
import * as sendsOutboxAudit from './20261121_04_sends_outbox_audit';
import * as access from './20261121_05_access';
import * as ingestion from './20261121_06_ingestion';
import * as rollups from './20261121_07_rollups';
import * as experiments from './20261121_08_experiments';
import * as journeysWhole from './20261121_09_journeys_whole';
import * as erasures from './20261121_10_erasures';
import * as beliefs from './20261121_11_beliefs';
import * as stepTotals from './20261121_12_step_totals';
import * as transactional from './20261121_13_transactional';
import * as mailFeedback from './20261121_14_mail_feedback';
import * as noticePreferences from './20261121_15_notice_preferences';
import * as experimentLife from './20261121_16_experiment_life';
import * as experimentCounts from './20261121_17_experiment_counts';
import * as conversionsTargets from './20261121_18_conversions_targets';
import * as attribution from './20261121_19_attribution';
import * as connections from './20261121_20_connections';
import * as attributionWindow from './20261121_21_attribution_window';
import * as completionArrivals from './20261121_22_completion_arrivals';
import * as touchPaths from './20261121_23_touch_paths';
import * as sendIndexes from './20261121_24_send_indexes';
import * as frozenEntry from './20261122_29_frozen_entry';
import * as javascriptPatches from './20261122_30_javascript_patches';

/** Every migration in order, by the name that the database remembers. Named here, so that .ts and compiled .js agree. */
export const migrations: readonly { name: string; migration: Knex.Migration }[] = [
  { name: '20261121_01_accounts', migration: accounts },
  { name: '20261121_02_people_and_events', migration: peopleAndEvents },
  { name: '20261121_03_journeys', migration: journeys },
  { name: '20261121_04_sends_outbox_audit', migration: sendsOutboxAudit },
  { name: '20261121_05_access', migration: access },
  { name: '20261121_06_ingestion', migration: ingestion },
  { name: '20261121_07_rollups', migration: rollups },
  { name: '20261121_08_experiments', migration: experiments },
  { name: '20261121_09_journeys_whole', migration: journeysWhole },
  { name: '20261121_10_erasures', migration: erasures },
  { name: '20261121_11_beliefs', migration: beliefs },
  { name: '20261121_12_step_totals', migration: stepTotals },
  { name: '20261121_13_transactional', migration: transactional },
  { name: '20261121_14_mail_feedback', migration: mailFeedback },
  { name: '20261121_15_notice_preferences', migration: noticePreferences },
  { name: '20261121_16_experiment_life', migration: experimentLife },
  { name: '20261121_17_experiment_counts', migration: experimentCounts },
  { name: '20261121_18_conversions_targets', migration: conversionsTargets },
  { name: '20261121_19_attribution', migration: attribution },
  { name: '20261121_20_connections', migration: connections },
  { name: '20261121_21_attribution_window', migration: attributionWindow },
  { name: '20261121_22_completion_arrivals', migration: completionArrivals },
  { name: '20261121_23_touch_paths', migration: touchPaths },
  { name: '20261121_24_send_indexes', migration: sendIndexes },
  { name: '20261122_29_frozen_entry', migration: frozenEntry },
  { name: '20261122_30_javascript_patches', migration: javascriptPatches },
];
