import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { SelectField, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { formatWords } from '../../format/words';

type Type = NonNullable<Schemas['CreateConversion']['type']>;

/** Types of automatic events that are also types of conversions. */
const ownTypes: readonly string[] = ['form_submit', 'file_download'] satisfies Type[];

/** Creates the first conversion, which is the primary one, from an event type. */
function useCreateConversion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, event }: { name: string; event: string }) => {
      const matched = ownTypes.includes(event)
        ? { type: event as Type }
        : { type: 'custom_event' as const, eventName: event };
      return unwrap(api.POST('/api/conversion-goals', { body: { name, isPrimary: true, ...matched } }));
    },
    onSuccess: () =>
      Promise.all(['getting-started', 'conversions'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

/** Chooses an event type that the workspace has received, and names the conversion. */
export function NameConversion({ eventTypes }: { eventTypes: readonly string[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const event = chosen ?? eventTypes[0] ?? '';
  const create = useCreateConversion();
  if (eventTypes.length === 0) return <WithoutEvents />;
  const submit = (submitted: FormEvent<HTMLFormElement>): void => {
    submitted.preventDefault();
    create.mutate({ name: formText(new FormData(submitted.currentTarget), 'name'), event });
  };
  return (
    <>
      <p>Choose the event that means success. Experiments, journeys and reports count it.</p>
      {/* Later events may change the order of the types, but not a form in use. */}
      <form className="form inline" onSubmit={submit} onFocus={() => setChosen(event)}>
        <SelectField label="Event" name="event" value={event} onChange={({ target }) => setChosen(target.value)}>
          {eventTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </SelectField>
        {/* A new event suggests a new name. */}
        <TextField
          key={event}
          label="Name"
          name="name"
          required
          maxLength={textLimits.name}
          defaultValue={formatWords(event)}
        />
        <button type="submit" className="button primary" disabled={create.isPending}>
          Create conversion
        </button>
      </form>
      {create.error !== null && (
        <p role="alert" className="alert">
          {create.error.message}
        </p>
      )}
      <p className="quiet">
        Or{' '}
        <Link to="/conversions" search={{ new: '1' }}>
          define a conversion
        </Link>{' '}
        by page, element or event property.
      </p>
    </>
  );
}

const WithoutEvents = () => (
  <>
    <p>
      A conversion is an event that means success, such as a purchase. Send one with{' '}
      <code>apex.track(&apos;signed_up&apos;)</code> to choose it here, or define a conversion by page or form.
    </p>
    <Link to="/conversions" search={{ new: '1' }} className="button">
      New conversion
    </Link>
  </>
);
