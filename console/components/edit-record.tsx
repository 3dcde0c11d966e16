import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  Fragment,
  use,
  useEffect,
  useReducer,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { ApiError } from '../api/client';
import { isSame } from '../format/is-same';
import { DialogFrame } from './dialog-frame';

interface Versioned {
  updatedAt: string;
}

/** A save that would have overwritten the changes of another member or tab. */
class EditConflict extends Error {
  override readonly name = 'EditConflict';

  constructor(
    readonly noun: string,
    readonly resolve: { useTheirs: () => void; keepMine: () => void },
  ) {
    super(`Another member or tab changed this ${noun} after you opened it. Your changes are not saved.`);
  }
}

/** Loads the newer record into the form; null if the form is current. */
const NewerContext = createContext<(() => void) | null>(null);

interface Props<Row extends Versioned, Body extends object> {
  /** The record as last read. */
  record: Row;
  /** The noun in messages, such as `audience`. */
  noun: string;
  /** The first part of the query keys to refresh. */
  list: string;
  read: () => Promise<Row>;
  write: (body: Body & Versioned) => Promise<Row>;
  children: (record: Row, save: (body: Body) => Promise<void>) => ReactNode;
}

/**
 * The form that edits a record. It saves with the `updatedAt` that the form was filled from, so that it never silently
 * overwrites the changes of another member or tab.
 */
export function EditRecord<Row extends Versioned, Body extends object>(props: Props<Row, Body>) {
  const { record, noun, list, read, write, children } = props;
  const client = useQueryClient();
  const base = useRef(record);
  const [key, remount] = useReducer((count: number) => count + 1, 0);
  const show = (row: Row): void => {
    base.current = row;
    remount();
  };
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: [list] });
  const save = async (body: Body): Promise<void> => {
    const before = base.current;
    const { saved, isMerged } = await saveOnto(before, body, { read, write }, (theirs) => {
      const keepMine = (): void => void (base.current = { ...before, updatedAt: theirs.updatedAt });
      return new EditConflict(noun, { keepMine, useTheirs: () => (show(theirs), void refresh()) });
    });
    base.current = saved;
    await refresh();
    // Others may have changed fields that this form does not send.
    if (isMerged) remount();
  };
  const isNewer = record.updatedAt > base.current.updatedAt;
  return (
    <NewerContext value={isNewer ? () => show(record) : null}>
      <Fragment key={key}>{children(base.current, save)}</Fragment>
    </NewerContext>
  );
}

/**
 * Writes the fields of a form. If the record was changed elsewhere, retries unless one of these fields has changed.
 * @throws EditConflict if one of these fields has changed
 */
async function saveOnto<Row extends Versioned, Body extends object>(
  before: Row,
  body: Body,
  { read, write }: Pick<Props<Row, Body>, 'read' | 'write'>,
  conflictWith: (theirs: Row) => EditConflict,
): Promise<{ saved: Row; isMerged: boolean }> {
  const fieldsOf = (row: object) => Object.keys(body).map((name) => (row as Record<string, unknown>)[name]);
  for (let known = before; ;) {
    try {
      const saved = await write({ ...body, updatedAt: known.updatedAt });
      return { saved, isMerged: known !== before };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'STALE_UPDATE')) throw error;
    }
    known = await read();
    // An earlier attempt was stored, but its response was lost.
    if (isSame(fieldsOf(known), fieldsOf(body))) return { saved: known, isMerged: true };
    if (!isSame(fieldsOf(known), fieldsOf(before))) throw conflictWith(known);
  }
}

/** Refills a form without changes when its record was changed elsewhere. */
export function useNewerRecord(isUnchanged: () => boolean): void {
  const show = use(NewerContext);
  useEffect(() => {
    if (show !== null && isUnchanged()) show();
  });
}

/** Lets the user resolve the conflict of a form. Closing the dialog returns to the form. */
export function ConflictQuestion({ error, form }: { error: Error | null; form: RefObject<HTMLFormElement | null> }) {
  const [closed, setClosed] = useState<Error | null>(null);
  if (!(error instanceof EditConflict) || error === closed) return null;
  const { noun, resolve } = error;
  return (
    <DialogFrame open onOpenChange={() => setClosed(error)} title={`This ${noun} was changed elsewhere`}>
      <div className="dialog-body">
        <p>Another member or tab saved this {noun} after you opened it. Your changes are not saved yet.</p>
        <p>“Use theirs” discards your changes. “Keep mine” replaces theirs.</p>
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={resolve.useTheirs}>
          Use theirs
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => {
            resolve.keepMine();
            form.current?.requestSubmit();
          }}
        >
          Keep mine
        </button>
      </div>
    </DialogFrame>
  );
}
