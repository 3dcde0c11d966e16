import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { Read } from '../../components/read';

interface Props {
  /** The text of the button next to each person: `Start`. */
  act: string;
  onPick: (person: Schemas['EndUser']) => void;
}

/** Lists the newest people, or the person with an email address. The API matches only complete addresses. */
export function PickPerson({ act, onPick }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const email = /^\S+@\S+\.\S+$/.test(text.trim()) ? { email: text.trim() } : {};
  const query = useQuery({
    queryKey: ['people', 'pick', email],
    queryFn: () => unwrap(api.GET('/api/end-users', { params: { query: { limit: 6, ...email } } })),
  });
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Email</label>
        <input id={id} type="search" value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      </div>
      <Read query={query}>
        {({ data: people }) =>
          people.length === 0 ? (
            <p role="status">No person has this email address.</p>
          ) : (
            <ul className="pick-list" aria-label="People">
              {people.map((person) => (
                <li key={person.id}>
                  <span className="break">{person.email ?? person.id}</span>
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
