import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { useFilters } from './filters';

interface Props {
  /** The text of the button and the title of the dialog. */
  title: string;
  /** The search parameter that opens the dialog, for links and the palette. */
  name?: string;
  wide?: boolean;
  primary?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button and its dialog. `?new=1` also opens it. */
export function AddressDialog({ title, name = 'new', wide = false, primary = true, children }: Props) {
  const { values, set } = useFilters();
  const close = (): void => set(name, '');
  return (
    <>
      <button type="button" className={`button${primary ? ' primary' : ''}`} onClick={() => set(name, '1')}>
        {title}
      </button>
      <Dialog
        open={values[name] !== undefined}
        onOpenChange={(open) => !open && close()}
        title={title}
        className={wide ? 'wide' : ''}
      >
        {children(close)}
      </Dialog>
    </>
  );
}
