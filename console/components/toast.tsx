import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';

/** Confirms an action and disappears after a few seconds. Errors are shown next to the action instead. */

type ShowToast = (message: string) => void;

const ToastContext = createContext<ShowToast>(() => undefined);
const shownMs = 6_000;

export const useToast = (): ShowToast => use(ToastContext);

export function ToastArea({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly { id: number; text: string }[]>([]);
  const next = useRef(0);
  const show = useCallback<ShowToast>((text) => {
    next.current += 1;
    const id = next.current;
    setMessages((before) => [...before, { id, text }]);
    setTimeout(() => setMessages((before) => before.filter((message) => message.id !== id)), shownMs);
  }, []);
  const items = useMemo(() => messages.map(({ id, text }) => <p key={id}>{text}</p>), [messages]);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {items}
      </div>
    </ToastContext>
  );
}
