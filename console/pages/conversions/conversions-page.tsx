import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Sparkline } from '../../components/chart/sparkline';
import { useRead } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { AddressDialog } from '../../components/address-dialog';
import { EditButton, RowDialog } from '../../components/row-dialog';
import { formatAmount, formatCount } from '../../format/number';
import { useMay } from '../../session/session';
import { Change } from '../../components/change';
import { DeleteConversion, EditConversion } from './conversion-acts';
import { ConversionForm, conversionTypeWords } from './conversion-form';

type Conversion = Schemas['Conversion'];
type Figures = Schemas['ConversionFigures'];

const columns: readonly Column<Conversion>[] = [
  {
    title: 'Name',
    cell: ({ id, name, isPrimary }) => (
      <>
        <RowLink to={`/conversions/${id}`}>{name}</RowLink> {isPrimary && <span className="tag">Primary</span>}
      </>
    ),
  },
  { title: 'Type', cell: ({ type }) => <span data-value={type}>{conversionTypeWords[type]}</span> },
  { title: 'Event', cell: ({ eventType }) => <span className="mono break">{eventType}</span> },
  {
    title: 'Page',
    wide: true,
    cell: ({ urlPattern, targetUrl }) => <span className="break">{urlPattern ?? targetUrl ?? 'Any'}</span>,
  },
  {
    title: 'Past events',
    wide: true,
    cell: ({ backfill: { status, doneDays, totalDays } }) =>
      status === 'completed' ? 'Counted' : `Counting: ${doneDays} of ${totalDays} days`,
  },
];

/** @param pending shown until the figures are there, or if they could not be read */
const figureColumns = (figures: ReadonlyMap<string, Figures> | undefined, pending: string): Column<Conversion>[] => [
  {
    title: 'Last 30 days',
    numeric: true,
    cell: ({ id }) => {
      const found = figures?.get(id);
      if (found === undefined) return pending;
      const { completions, previousCompletions } = found;
      return (
        <>
          <span className="block">{formatCount(completions)}</span>
          <span className="figure-note">
            <Change now={completions} before={previousCompletions} />
          </span>
        </>
      );
    },
  },
  {
    title: 'Trend',
    wide: true,
    cell: ({ id, name }) => {
      const found = figures?.get(id);
      return found === undefined ? null : (
        <Sparkline
          label={`${name} by day: ${formatCount(found.completions)} in 30 days`}
          values={found.days.map(({ completions }) => completions)}
        />
      );
    },
  },
  {
    title: 'Revenue',
    wide: true,
    numeric: true,
    cell: ({ id }) => {
      const revenue = figures === undefined ? null : (figures.get(id)?.revenue ?? []);
      if (revenue === null) return pending;
      if (revenue.length === 0) return <span className="quiet">None</span>;
      return revenue.map(({ currency, amount }) => (
        <span className="block" key={currency}>
          {formatAmount(amount, currency)}
        </span>
      ));
    },
  },
];

export function ConversionsPage() {
  const mayWrite = useMay('conversions.write');
  const source = useWholeList(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  const { data, error } = useRead(['conversions', 'figures'], () => unwrap(api.GET('/api/conversion-goals/figures')));
  const shown = useMemo(() => {
    const figures = data && new Map(data.map((one) => [one.conversionId, one]));
    return [...columns, ...figureColumns(figures, error === null ? '…' : '–'), ...(mayWrite ? [actsColumn] : [])];
  }, [data, error, mayWrite]);
  return (
    <Page
      title="Conversions"
      intro="Events that count as success in analytics, experiments and journeys."
      actions={mayWrite && <NewConversion />}
    >
      <div className="list">
        <List
          source={source}
          caption="Conversions"
          columns={shown}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No conversions yet.">
              Define what counts as success, such as a purchase or a form submission. Past events are counted too.
            </EmptyState>
          }
        />
      </div>
      {mayWrite && <EditDialog rows={source.rows} />}
    </Page>
  );
}

const actsColumn: Column<Conversion> = {
  title: 'Actions',
  cell: (conversion) => (
    <>
      <EditButton id={conversion.id} name={conversion.name} />
      <DeleteConversion conversion={conversion} className="button text bad" />
    </>
  ),
};

function NewConversion() {
  const client = useQueryClient();
  return (
    <AddressDialog title="New conversion">
      {(close) => (
        <ConversionForm
          button="Create"
          done="Conversion created. Past events are being counted."
          save={async (body) => {
            await unwrap(api.POST('/api/conversion-goals', { body }));
            await client.invalidateQueries({ queryKey: ['conversions'] });
            close();
          }}
        />
      )}
    </AddressDialog>
  );
}

function EditDialog({ rows }: { rows: readonly Conversion[] | undefined }) {
  return (
    <RowDialog rows={rows} title={({ name }) => name}>
      {(conversion, close) => <EditConversion conversion={conversion} close={close} />}
    </RowDialog>
  );
}
