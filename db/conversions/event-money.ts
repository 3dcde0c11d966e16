import { currencies } from '../../domain/conversions/currencies';
import { amountText, largestAmount, longestAmount } from '../../domain/conversions/money';

const codes = currencies.map((code) => `'${code}'`).join(', ');

/**
 * Returns the SQL of a row with the amount of an event in `micros` and its `currency`, by the rule of
 * domain/conversions/money.ts. Both are null without an amount.
 * @param data the column with the event's data
 */
export const moneyOfEvent = (data: string): string => `
  select case when currency is not null and abs(amount) <= ${largestAmount} then round(amount * 1000000) end as micros,
         case when currency is not null and abs(amount) <= ${largestAmount} then currency end as currency
    from (
      select case when ${data} ->> 'revenue' ~ '${amountText}'
                   and (jsonb_typeof(${data} -> 'revenue') = 'number'
                        or (jsonb_typeof(${data} -> 'revenue') = 'string' and length(${data} ->> 'revenue') <= ${longestAmount}))
                  then (${data} ->> 'revenue')::numeric end as amount,
             case when ${data} ->> 'currency' is null then 'USD'
                  when ${data} ->> 'currency' ~ '^[A-Za-z]{3}$' and upper(${data} ->> 'currency') in (${codes})
                  then upper(${data} ->> 'currency') end as currency
    ) given`;
