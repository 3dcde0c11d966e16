import * as Radix from '@radix-ui/react-dialog';
import { useState, type ReactNode } from 'react';
import { Icon } from './icon';

export interface DialogProps {
  open: boolean;
  /** Without it, the user cannot close the dialog. */
  onOpenChange?: (open: boolean) => void;
  title: string;
  children: ReactNode;
  className?: string;
  overlayClassName?: string;
}

/** A dialog without a guard. `Dialog` also asks before it discards unsaved changes. */
export function DialogFrame({ open, onOpenChange, overlayClassName = '', ...content }: DialogProps) {
  const closable = onOpenChange !== undefined;
  return (
    <Radix.Root open={open} {...(closable ? { onOpenChange } : {})}>
      <Radix.Portal>
        <Radix.Overlay className={`overlay ${overlayClassName}`} />
        <Content {...content} closable={closable} />
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Mounts when the dialog opens, while the focus is still on the opener. */
function Content({
  title,
  children,
  className = '',
  closable,
}: Pick<DialogProps, 'title' | 'children' | 'className'> & { closable: boolean }) {
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Content
      className={`dialog ${className}`}
      aria-describedby={undefined}
      onOpenAutoFocus={focusFirstField}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(opener);
      }}
    >
      <div className="dialog-head">
        <Radix.Title>{title}</Radix.Title>
        {closable && (
          <Radix.Close className="icon-button" aria-label="Close">
            <Icon name="close" />
          </Radix.Close>
        )}
      </div>
      {children}
    </Radix.Content>
  );
}

/** Focuses the first field of a form rather than the close button. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement) || content.contains(document.activeElement)) return;
  const field = content.querySelector<HTMLElement>('form :is(input, select, textarea):not([type=hidden], :disabled)');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/** Returns the focus to the opener, or to the page if the opener is gone. Keeps a focus that an action has set. */
function returnFocus(opener: Element | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else document.getElementById('main')?.focus({ preventScroll: true });
}
