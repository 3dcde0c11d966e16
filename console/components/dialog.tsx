import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { DialogFrame, type DialogProps } from './dialog-frame';
import { GuardContext, UnsavedQuestion, type Guard } from './unsaved';

/** Asks before closing if a form inside has unsaved changes. */
export function Dialog({
  onOpenChange,
  children,
  ...frame
}: DialogProps & Required<Pick<DialogProps, 'onOpenChange'>>) {
  const guards = useRef(new Set<Guard>());
  const [confirming, setConfirming] = useState(false);
  const register = useCallback((guard: Guard) => {
    guards.current.add(guard);
    return () => void guards.current.delete(guard);
  }, []);
  const change = (open: boolean): void => {
    const unsaved = !open && [...guards.current].some((guard) => guard.isUnsaved());
    if (unsaved) setConfirming(true);
    else onOpenChange(open);
  };
  const leave = (): void => {
    for (const guard of guards.current) guard.discard();
    setConfirming(false);
    onOpenChange(false);
  };
  return (
    <DialogFrame {...frame} onOpenChange={change}>
      <GuardContext value={useMemo(() => ({ register }), [register])}>{children}</GuardContext>
      {confirming && <UnsavedQuestion onStay={() => setConfirming(false)} onLeave={leave} />}
    </DialogFrame>
  );
}

interface ConfirmProps {
  /** The text of the button that opens the dialog. */
  label: string;
  /** The question: `Remove grace@acme.example?` */
  title: string;
  /** The effect, with counts. */
  children: ReactNode;
  /** The text of the button that confirms. */
  confirm: string;
  act: () => Promise<unknown>;
  danger?: boolean;
  /** The text of the button that closes the dialog; "Cancel" by default. */
  dismiss?: string;
  /** A name that the user must type to confirm. */
  typed?: string;
  /** The class of the button that opens the dialog. */
  className?: string;
}

/** A button that asks for confirmation. An error is shown in the dialog, which stays open. */
export function ConfirmButton({ label, title, children, confirm, act, typed, ...look }: ConfirmProps) {
  const { danger = true, dismiss = 'Cancel', className } = look;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const isConfirmable = typed === undefined || text.trim() === typed.trim();
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });
  const start = (): void => {
    setText('');
    setOpen(true);
  };
  const run = async (): Promise<void> => {
    setState({ busy: true, error: null });
    try {
      await act();
      setOpen(false);
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error: (error as Error).message });
    }
  };
  return (
    <>
      <button type="button" className={className ?? 'button'} onClick={start}>
        {label}
      </button>
      {/* A list has one per row, so a closed dialog is not rendered. */}
      {open && (
        <Dialog open onOpenChange={setOpen} title={title}>
          <div className="dialog-body">
            {children}
            {typed !== undefined && <TypedName name={typed} value={text} onChange={setText} />}
          </div>
          {state.error !== null && (
            <p role="alert" className="alert">
              {state.error}
            </p>
          )}
          <div className="dialog-foot">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              {dismiss}
            </button>
            <button
              type="button"
              className={`button ${danger ? 'danger' : 'primary'}`}
              onClick={() => void run()}
              disabled={state.busy || !isConfirmable}
            >
              {confirm}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface TypedNameProps {
  name: string;
  value: string;
  onChange: (text: string) => void;
}

function TypedName({ name, value, onChange }: TypedNameProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Type <strong>{name}</strong> to confirm
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
