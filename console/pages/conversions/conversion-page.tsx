import { useMemo, type ReactNode } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { TimeChart } from '../../components/chart/time-chart';
import { Facts, Section } from '../../components/facts';
import { FilterChoice, useFilters } from '../../components/filters';
import { Page } from '../../components/page';
import { usePathParam } from '../../components/path-param';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { formatAmount, formatCount } from '../../format/number';
import { formatDay } from '../../format/time';
import { useMay } from '../../session/session';
import { ComparedFigure } from './compared-figure';
import { DeleteConversion, EditConversion } from './conversion-acts';
import { conversionTypeWords } from './conversion-form';
import { CountingTargets } from './counting-targets';
import { RecentCompletions } from './recent-completions';

type Conversion = Schemas['Conversion'];
type Figures = Schemas['ConversionFigures'];

const periods = ['7d', '30d', '90d'] as const;

/** `7d` is "7 days". */
const formatPeriod = (period: string): string => `${Number.parseInt(period, 10)} days`;

const isBeingCounted = ({ backfill }: Conversion): boolean => backfill.status === 'running';

export function ConversionPage() {
  const id = usePathParam('conversionId');
  const path = { id };
  const { values } = useFilters();
  const period = periods.find((name) => name === values['period']) ?? '30d';
  const query = useRead(
    ['conversions', id],
    () => unwrap(api.GET('/api/conversion-goals/{id}', { params: { path } })),
    isBeingCounted,
  );
  const figures = useRead(['conversions', id, 'figures', period], () =>
    unwrap(api.GET('/api/conversion-goals/{id}/figures', { params: { path, query: { period } } })),
  );
  const mayWrite = useMay('conversions.write');
  const { data: conversion, error, refetch } = query;
  if (conversion === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={conversion.name}
      parent={{ to: '/conversions', title: 'Conversions' }}
      badge={conversion.isPrimary && <span className="tag">Primary</span>}
      actions={mayWrite && <Actions conversion={conversion} />}
    >
      <Definition conversion={conversion} />
      <BackfillNotice {...conversion.backfill} />
      <div className="filters">
        <FilterChoice label="Period" name="period" options={periods} initial="30d" format={formatPeriod} />
      </div>
      <Read query={figures}>{(read) => <FiguresOf figures={read} computed={<Computed query={figures} />} />}</Read>
      <RecentCompletions conversion={conversion} />
      <CountingTargets conversionId={id} />
    </Page>
  );
}

function Actions({ conversion }: { conversion: Conversion }) {
  return (
    <>
      <DeleteConversion conversion={conversion} to="/conversions" />
      <AddressDialog title="Edit" name="edit">
        {(close) => <EditConversion conversion={conversion} close={close} />}
      </AddressDialog>
    </>
  );
}

function Definition({ conversion }: { conversion: Conversion }) {
  const { type, eventType, urlPattern, selector, conditions, updatedAt } = conversion;
  const required = Object.entries(conditions);
  return (
    <Facts
      of={[
        [
          'Type',
          <span key="type" data-value={type}>
            {conversionTypeWords[type]}
          </span>,
        ],
        ['Event', <code key="event">{eventType}</code>],
        ['Page', urlPattern ?? 'Any'],
        ...(selector === null ? [] : [['Element', <code key="selector">{selector}</code>] as const]),
        ...(required.length === 0
          ? []
          : [['Required values', required.map(([name, value]) => `${name} = ${String(value)}`).join(', ')] as const]),
        ['Updated', <Ago key="changed" at={updatedAt} />],
      ]}
    />
  );
}

function BackfillNotice({ status, doneDays, totalDays }: Conversion['backfill']) {
  if (status === 'completed') return null;
  return (
    <p className="notice warn" role="status">
      Past events are being counted: {formatCount(doneDays)} of {formatCount(totalDays)} days. Until then, the figures
      do not include older completions.
    </p>
  );
}

function FiguresOf({ figures, computed }: { figures: Figures; computed: ReactNode }) {
  const { completions, previousCompletions, period, previousPeriod, revenue } = figures;
  return (
    <>
      <p className="quiet small">
        {formatDay(period.from)} to {formatDay(period.to)}, compared with {formatDay(previousPeriod.from)} to{' '}
        {formatDay(previousPeriod.to)}. {computed}
      </p>
      <div className="grid figures">
        <ComparedFigure name="Completions" now={completions} before={previousCompletions} />
        {revenue.map(({ currency, amount, previousAmount }) => (
          <ComparedFigure
            key={currency}
            name={`Revenue in ${currency}`}
            now={amount}
            before={previousAmount}
            format={(value) => formatAmount(value, currency)}
          />
        ))}
      </div>
      <Section title="Completions by day">
        <div className="card">
          <CompletionChart figures={figures} />
        </div>
      </Section>
      {revenue.map((one) => (
        <Section key={one.currency} title={`Revenue by day in ${one.currency}`}>
          <div className="card">
            <RevenueChart revenue={one} />
          </div>
        </Section>
      ))}
    </>
  );
}

function CompletionChart({ figures: { days } }: { figures: Figures }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(
    () => [
      { id: 'now', name: 'Completions', kind: 'area' as const, values: days.map(({ completions }) => completions) },
      {
        id: 'before',
        name: 'Previous period',
        isComparison: true,
        values: days.map(({ previousCompletions }) => previousCompletions),
      },
    ],
    [days],
  );
  return <TimeChart title="Completions by day" days={dates} series={series} unit="completions" />;
}

function RevenueChart({ revenue: { currency, days } }: { revenue: Figures['revenue'][number] }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(
    () => [{ id: 'revenue', name: 'Revenue', kind: 'bar' as const, values: days.map(({ amount }) => amount) }],
    [days],
  );
  const format = (value: number): string => formatAmount(value, currency);
  return (
    <TimeChart title={`Revenue by day in ${currency}`} days={dates} series={series} format={format} height={200} />
  );
}
