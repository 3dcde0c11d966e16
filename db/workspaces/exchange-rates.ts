import type { ExchangeRates } from '../../domain/accounts/schemas';
import type { Database } from '../connection/pool';

/** The exchange rates of a workspace as a column of its row; null without a base currency. */
export const selectExchangeRates = `
  case when base_currency is not null then json_build_object('base', base_currency, 'rates', coalesce((
    select json_agg(json_build_object('currency', r.currency, 'date', r.date::text, 'rate', r.rate) order by r.currency, r.date)
      from exchange_rates r where r.workspace_id = workspaces.id), '[]')) end as "exchangeRates"`;

/**
 * Replaces the exchange rates of a workspace.
 * @param exchangeRates null for none
 */
export async function replaceExchangeRates(
  transaction: Database,
  workspaceId: string,
  exchangeRates: ExchangeRates | null,
): Promise<void> {
  await transaction('workspaces')
    .where({ id: workspaceId })
    .update({ base_currency: exchangeRates?.base ?? null });
  await transaction('exchange_rates').where({ workspace_id: workspaceId }).delete();
  await transaction.raw(
    `insert into exchange_rates (workspace_id, currency, date, rate)
     select ?, currency, date, rate from json_to_recordset(?::json) as r (currency text, date date, rate numeric)`,
    [workspaceId, JSON.stringify(exchangeRates?.rates ?? [])],
  );
}

/** Finds the currency that amounts are converted to; null if there is none. */
export async function findBaseCurrency(database: Database, workspaceId: string): Promise<string | null> {
  const row = await database('workspaces')
    .where({ id: workspaceId })
    .first<{ currency: string | null } | undefined>('base_currency as currency');
  return row?.currency ?? null;
}
