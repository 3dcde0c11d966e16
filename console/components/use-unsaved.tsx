import { useBlocker } from '@tanstack/react-router';
import { use, useEffect, useMemo, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { GuardContext, UnsavedQuestion, type Guard } from './unsaved';

interface Unsaved {
  /** Of the form: they notice what is changed. */
  handlers: {
    onFocus: () => void;
    onPointerDownCapture: () => void;
    onInput: () => void;
    onClick: (event: MouseEvent) => void;
  };
  /** What is sent is not lost, whatever becomes of the page; what could not be sent is. */
  sending: () => void;
  failed: () => void;
  /** What the form holds is what the service has. */
  saved: () => void;
  /** Asks, while one is about to leave. */
  question: ReactNode;
}

/** What stands in each field, whether it has a name or not. */
const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements].map((element) => {
      if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) return element.checked;
      return 'value' in element ? element.value : null;
    }),
  );

/**
 * Leaving a form that holds what is not saved asks first: by a link or the history, by closing the dialog that it is in, or by closing the
 * window. Nothing asks when all fields hold again what they began with.
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): Unsaved {
  const state = useRef({ content: '', touched: false, sending: false });
  const guard = useMemo<Guard>(
    () => ({
      isUnsaved() {
        const { content, touched, sending } = state.current;
        return touched && !sending && form.current !== null && contentOf(form.current) !== content;
      },
      discard: () => void (state.current.touched = false),
    }),
    [form],
  );
  const around = use(GuardContext);
  useEffect(() => around?.register(guard), [around, guard]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // Filters of the page change its address, too; only a dialog goes away with it.
      const inDialog = around !== null && JSON.stringify(current.search) !== JSON.stringify(next.search);
      return (current.pathname !== next.pathname || inDialog) && guard.isUnsaved();
    },
    enableBeforeUnload: guard.isUnsaved,
    withResolver: true,
  });
  // Fields are filled by React and by what is read: they count as they are when they are first gone to.
  const remember = (): void => {
    if (form.current !== null && !state.current.touched) state.current.content = contentOf(form.current);
  };
  const touch = (): void => void (state.current.touched = true);
  const press = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('button') !== null) touch();
  };
  return {
    handlers: { onFocus: remember, onPointerDownCapture: remember, onInput: touch, onClick: press },
    sending: () => void (state.current.sending = true),
    failed: () => void (state.current.sending = false),
    saved: () => void (state.current = { content: '', touched: false, sending: false }),
    question: blocker.status === 'blocked' && (
      <UnsavedQuestion
        onStay={blocker.reset}
        onLeave={() => {
          guard.discard();
          blocker.proceed();
        }}
      />
    ),
  };
}
