import { useId, type ComponentProps } from 'react';
import { TextField } from './form';

/** A field for an IANA timezone, with the timezones of the browser as suggestions. */
export function TimezoneField(props: Omit<ComponentProps<typeof TextField>, 'list'>) {
  const list = useId();
  return (
    <div>
      <TextField {...props} list={list} />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  );
}
