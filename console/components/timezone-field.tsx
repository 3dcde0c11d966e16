import type { ComponentProps } from 'react';
import { Combobox } from './combobox';
import { InputField } from './form';

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value }));

type Props = Pick<ComponentProps<typeof InputField>, 'label' | 'name' | 'hint'> &
  Pick<ComponentProps<typeof Combobox>, 'defaultValue' | 'required'>;

/** A field for an IANA timezone, with a list of the timezones of the browser to search and choose from. */
export const TimezoneField = ({ label, name, hint, ...input }: Props) => (
  <InputField label={label} name={name} hint={hint}>
    {(attributes) => (
      // Selected, so that typing searches the list instead of adding to the value.
      <Combobox
        suggestions={zones}
        onFocus={({ currentTarget }) => currentTarget.select()}
        {...input}
        {...attributes}
      />
    )}
  </InputField>
);
