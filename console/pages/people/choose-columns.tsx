import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { Dialog } from '../../components/dialog';
import { useFilters } from '../../components/filters';
import { Read } from '../../components/read';

const storageKey = 'apex.people.columns';
/** More columns do not fit on a screen. */
const most = 6;

/** The attributes shown as columns. They are in the address, and kept in the browser for the next visit. */
export function useColumns(): [readonly string[], (names: string[]) => void] {
  const { values, set } = useFilters();
  const [kept] = useState(() => localStorage.getItem(storageKey) ?? '');
  const text = values['columns'] ?? kept;
  return [
    text.split(',').filter((name) => name !== ''),
    (names) => {
      localStorage.setItem(storageKey, names.join(','));
      // A comma alone means no columns, unlike an address without them.
      set('columns', names.join(',') || ',');
    },
  ];
}

interface Props {
  chosen: readonly string[];
  onChange: (names: string[]) => void;
}

/** A button that opens the list of attributes. */
export function ChooseColumns({ chosen, onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Columns
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title="Columns">
          <Attributes chosen={chosen} onChange={onChange} />
          <div className="dialog-foot">
            <button type="button" className="button primary" onClick={() => setOpen(false)}>
              Done
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Attributes({ chosen, onChange }: Props) {
  const query = useQuery({
    queryKey: ['people', 'attributes'],
    queryFn: () => unwrap(api.GET('/api/end-users/attributes')),
  });
  const toggle = (name: string, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name));
  return (
    <div className="dialog-body">
      <p className="quiet">Attributes to show as columns, at most {most}.</p>
      <Read query={query}>
        {(attributes) => {
          const names = [...new Set([...chosen, ...attributes.map(({ name }) => name)])];
          if (names.length === 0) return <p>No person has an attribute yet.</p>;
          return (
            <fieldset className="column-choices">
              <legend className="visually-hidden">Attributes</legend>
              {names.map((name) => (
                <label key={name} className="check">
                  <input
                    type="checkbox"
                    checked={chosen.includes(name)}
                    disabled={!chosen.includes(name) && chosen.length >= most}
                    onChange={({ target }) => toggle(name, target.checked)}
                  />
                  <span className="break">{name}</span>
                </label>
              ))}
            </fieldset>
          );
        }}
      </Read>
    </div>
  );
}
