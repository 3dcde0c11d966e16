import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { TargetForm, type TargetBody } from './target-form';

type Target = Schemas['Target'];

interface DeleteProps {
  target: Target;
  /** Where to go afterwards, on the page of the target. */
  to?: string;
  className?: string;
}

export function DeleteTarget({ target: { id, metric }, ...button }: DeleteProps) {
  return (
    <DeleteButton
      name={metric}
      list="targets"
      act={() => unwrap(api.DELETE('/api/targets/{id}', { params: { path: { id } } }))}
      {...button}
    >
      <p>This deletes the target. The events it counted are kept. This cannot be undone.</p>
    </DeleteButton>
  );
}

export function EditTarget({ target, close }: { target: Target; close: () => void }) {
  const path = { params: { path: { id: target.id } } };
  return (
    <EditRecord<Target, TargetBody>
      record={target}
      noun="target"
      list="targets"
      read={() => unwrap(api.GET('/api/targets/{id}', path))}
      write={(body) => unwrap(api.PATCH('/api/targets/{id}', { ...path, body }))}
    >
      {(record, save) => (
        <TargetForm initial={record} button="Save" done="Target saved." save={(body) => save(body).then(close)} />
      )}
    </EditRecord>
  );
}
