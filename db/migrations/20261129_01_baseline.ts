import type { Knex } from 'knex';
import { accounts } from './baseline/accounts';
import { adPlatforms } from './baseline/ad-platforms';
import { beliefs } from './baseline/beliefs';
import { conversions } from './baseline/conversions';
import { email } from './baseline/email';
import { experiments } from './baseline/experiments';
import { firstPlans } from './baseline/first-plans';
import { journeyTotals } from './baseline/journey-totals';
import { journeys } from './baseline/journeys';
import { peopleAndEvents } from './baseline/people-and-events';
import { reports } from './baseline/reports';

/** The schema of release 0.1.0. */
export async function up(knex: Knex): Promise<void> {
  for (const statements of [
    accounts,
    peopleAndEvents,
    reports,
    conversions,
    adPlatforms,
    beliefs,
    experiments,
    journeys,
    journeyTotals,
    email,
    firstPlans,
  ]) {
    await knex.raw(statements);
  }
}

export function down(): Promise<void> {
  throw new Error('There is no schema before the baseline.');
}
