import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { Read } from '../../components/read';
import { useSettled } from '../../components/use-settled';
import { nameOf } from '../people/use-people';

interface Props {
  /** The text of the button next to each person: `Start`. */
  act: string;
  onPick: (person: Schemas['EndUser']) => void;
}

/** Lists the newest people, or those that a search finds. */
export function PickPerson({ act, onPick }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const words = useSettled(text.trim(), 200);
  const filter = words === '' ? {} : { q: words };
  const query = useQuery({
    queryKey: ['people', 'pick', filter],
    queryFn: () => unwrap(api.GET('/api/end-users', { params: { query: { limit: 6, ...filter } } })),
    placeholderData: (previous) => previous,
  });
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Search by address, name or ID</label>
        <input id={id} type="search" value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      </div>
      <Read query={query}>
        {({ data: people }) =>
          people.length === 0 ? (
            <p role="status">{words === '' ? 'No people yet.' : 'No matches.'}</p>
          ) : (
            <ul className="pick-list" aria-label="People">
              {people.map((person) => (
                <li key={person.id}>
                  <span className="break">
                    {person.email ?? person.id}
                    {nameOf(person) !== null && <span className="quiet"> {nameOf(person)}</span>}
                  </span>
                  <button type="button" className="button" onClick={() => onPick(person)}>
                    {act}
                    <span className="visually-hidden"> for {person.email ?? person.id}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </>
  );
}
