import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { AddressDialog } from '../../components/address-dialog';
import { DeleteButton } from '../../components/delete-button';
import { EditButton, RowDialog } from '../../components/row-dialog';
import { useMay } from '../../session/session';
import { ConversionForm } from './conversion-form';

type Conversion = Schemas['Conversion'];

const columns: readonly Column<Conversion>[] = [
  {
    title: 'Name',
    cell: ({ name, isPrimary }) => (
      <>
        <strong>{name}</strong> {isPrimary && <span className="tag">primary</span>}
      </>
    ),
  },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Event', cell: ({ eventType }) => <span className="mono break">{eventType}</span> },
  {
    title: 'Page',
    wide: true,
    cell: ({ urlPattern, targetUrl }) => <span className="break">{urlPattern ?? targetUrl ?? 'any'}</span>,
  },
  {
    title: 'History',
    wide: true,
    cell: ({ backfill: { status, doneDays, totalDays } }) =>
      status === 'completed' ? 'counted' : `being counted: ${doneDays} of ${totalDays} days`,
  },
  { title: 'Changed', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function ConversionsPage() {
  const mayWrite = useMay('conversions.write');
  const source = useWholeList(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  return (
    <Page
      title="Conversions"
      intro="What counts as success: the events that analytics, experiments and journeys are measured by."
      actions={mayWrite && <NewConversion />}
    >
      <div className="list">
        <List
          source={source}
          caption="Conversions"
          columns={mayWrite ? [...columns, actsColumn] : columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No conversion yet.">
              Define what counts, such as a purchase or a form that is sent. What happened before counts, too.
            </EmptyState>
          }
        />
      </div>
      {mayWrite && <EditConversion rows={source.rows} />}
    </Page>
  );
}

const actsColumn: Column<Conversion> = {
  title: 'Acts',
  cell: ({ id, name }) => (
    <>
      <EditButton id={id} name={name} />
      <DeleteButton
        name={name}
        list="conversions"
        className="button text bad"
        act={() => unwrap(api.DELETE('/api/conversion-goals/{id}', { params: { path: { id } } }))}
      >
        <p>Its completions are deleted with it; the events stay, and count again if it is defined again.</p>
        <p>A target that follows it keeps the last value. Experiments that name it count nothing by it any more.</p>
      </DeleteButton>
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
          done="The conversion is created. What happened before is being counted."
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

function EditConversion({ rows }: { rows: readonly Conversion[] | undefined }) {
  const client = useQueryClient();
  return (
    <RowDialog rows={rows} title={({ name }) => name}>
      {(conversion, close) => (
        <ConversionForm
          initial={conversion}
          button="Save"
          done="The conversion is saved, and counted anew."
          save={async (body) => {
            const path = { params: { path: { id: conversion.id } } };
            await unwrap(api.PATCH('/api/conversion-goals/{id}', { ...path, body }));
            await client.invalidateQueries({ queryKey: ['conversions'] });
            close();
          }}
        />
      )}
    </RowDialog>
  );
}
