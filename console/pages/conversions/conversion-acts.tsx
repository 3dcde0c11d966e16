import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { ConversionForm, type ConversionBody } from './conversion-form';

type Conversion = Schemas['Conversion'];

interface DeleteProps {
  conversion: Conversion;
  /** Where to go afterwards, on the page of the conversion. */
  to?: string;
  className?: string;
}

export function DeleteConversion({ conversion: { id, name }, ...button }: DeleteProps) {
  return (
    <DeleteButton
      name={name}
      list="conversions"
      act={() => unwrap(api.DELETE('/api/conversion-goals/{id}', { params: { path: { id } } }))}
      {...button}
    >
      <p>This also deletes its completions. The events are kept and count again if you recreate the conversion.</p>
      <p>Targets that use it keep their last value. Experiments that use it stop counting it.</p>
    </DeleteButton>
  );
}

export function EditConversion({ conversion, close }: { conversion: Conversion; close: () => void }) {
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
}
