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
import { EditRecord } from '../../components/edit-record';
import { EditButton, RowDialog } from '../../components/row-dialog';
import { useMay } from '../../session/session';
import { ConversionForm, conversionTypeWords, type ConversionBody } from './conversion-form';

type Conversion = Schemas['Conversion'];

const columns: readonly Column<Conversion>[] = [
  {
    title: 'Name',
    cell: ({ name, isPrimary }) => (
      <>
        <strong>{name}</strong> {isPrimary && <span className="tag">Primary</span>}
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
  { title: 'Updated', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function ConversionsPage() {
  const mayWrite = useMay('conversions.write');
  const source = useWholeList(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
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
          columns={mayWrite ? [...columns, actsColumn] : columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No conversions yet.">
              Define what counts as success, such as a purchase or a form submission. Past events are counted too.
            </EmptyState>
          }
        />
      </div>
      {mayWrite && <EditConversion rows={source.rows} />}
    </Page>
  );
}

const actsColumn: Column<Conversion> = {
  title: 'Actions',
  cell: ({ id, name }) => (
    <>
      <EditButton id={id} name={name} />
      <DeleteButton
        name={name}
        list="conversions"
        className="button text bad"
        act={() => unwrap(api.DELETE('/api/conversion-goals/{id}', { params: { path: { id } } }))}
      >
        <p>This also deletes its completions. The events are kept and count again if you recreate the conversion.</p>
        <p>Targets that use it keep their last value. Experiments that use it stop counting it.</p>
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

function EditConversion({ rows }: { rows: readonly Conversion[] | undefined }) {
  return (
    <RowDialog rows={rows} title={({ name }) => name}>
      {(conversion, close) => {
        const path = { params: { path: { id: conversion.id } } };
        return (
          <EditRecord<Conversion, ConversionBody>
            record={conversion}
            noun="conversion"
            list="conversions"
            read={() => unwrap(api.GET('/api/conversion-goals/{id}', path))}
            write={(body) => unwrap(api.PATCH('/api/conversion-goals/{id}', { ...path, body }))}
          >
            {(record, save) => (
              <ConversionForm
                initial={record}
                button="Save"
                done="Conversion saved. Past events are being recounted."
                save={(body) => save(body).then(close)}
              />
            )}
          </EditRecord>
        );
      }}
    </RowDialog>
  );
}
