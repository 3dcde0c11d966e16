import { FilterChoice, FilterText, useFilters } from './filters';

const periods = ['7d', '30d', '90d', 'month', 'custom'] as const;

/** A period as the API takes it. */
export interface PeriodRequest {
  period: (typeof periods)[number];
  from?: string;
  to?: string;
}

/** `7d` is "7 days". */
const formatPeriod = (period: string): string => {
  if (period === 'month') return 'This month';
  return period === 'custom' ? 'Custom' : `${Number.parseInt(period, 10)} days`;
};

const initial = '30d';

/** While a year is typed, it has leading zeros. */
const isComplete = (date: string | undefined): date is string => /^[1-9]\d{3}-/.test(date ?? '');

/** Returns the period in the address. A custom period without both dates is the default one. */
export function usePeriod(): PeriodRequest {
  const { period: name, from, to } = useFilters().values;
  const period = periods.find((known) => known === name) ?? initial;
  if (period !== 'custom') return { period };
  return isComplete(from) && isComplete(to) ? { period, from, to } : { period: initial };
}

/** A filter by period: a number of days, this month, or two dates. */
export function PeriodFilter() {
  const { period } = useFilters().values;
  return (
    <>
      <FilterChoice label="Period" name="period" options={periods} initial={initial} format={formatPeriod} />
      {period === 'custom' && (
        <>
          <FilterText label="From" name="from" type="date" />
          <FilterText label="To" name="to" type="date" />
        </>
      )}
    </>
  );
}

/** For a link to another page with the same period. */
export const periodSearch = ({ period, from, to }: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ period, from, to }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
