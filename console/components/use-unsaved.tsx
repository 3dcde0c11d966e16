import { useBlocker } from '@tanstack/react-router';
import { use, useEffect, useMemo, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useNewerRecord } from './edit-record';
import { GuardContext, UnsavedQuestion, type Guard } from './unsaved';

interface Unsaved {
  /** Handlers for the form that detect changes. */
  handlers: {
    onFocus: () => void;
    onPointerDownCapture: () => void;
    onInput: () => void;
    onClick: (event: MouseEvent) => void;
  };
  /** Disables the dialog while the form is being sent. A failure enables it again. */
  sending: () => void;
  failed: () => void;
  /** The form has no unsaved changes. */
  saved: () => void;
  /** The question, while navigation is blocked. */
  question: ReactNode;
}

/** The content of all fields, with or without a name. */
const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements].map((element) => {
      if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) return element.checked;
      return 'value' in element ? element.value : null;
    }),
  );

/**
 * Shows a dialog before the user leaves a form with unsaved changes: by a link, the history, closing the dialog, or closing
 * the window. Shows none if all fields have their initial content again.
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
  useNewerRecord(() => !state.current.sending && !guard.isUnsaved());
  const around = use(GuardContext);
  useEffect(() => around?.register(guard), [around, guard]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // Filters also change the address, but only a dialog closes with it.
      const inDialog = around !== null && JSON.stringify(current.search) !== JSON.stringify(next.search);
      return (current.pathname !== next.pathname || inDialog) && guard.isUnsaved();
    },
    enableBeforeUnload: guard.isUnsaved,
    withResolver: true,
  });
  // React and queries fill the fields, so the initial content is the content at the first focus.
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
