import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { useFilters } from './filters';

interface Props {
  /** What the button says, and what the dialog is called. */
  title: string;
  /** The name in the address under which the dialog is open, so that links and the palette lead to it. */
  name?: string;
  wide?: boolean;
  primary?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button and its dialog; `?new=1` opens it, too. */
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
