import { useRef } from 'react';
import { Icon } from './icon';
import { useToast } from './toast';

/** An id or public key with a button that copies it. */
export function Copyable({ label, children: text }: { label: string; children: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${label} copied.`);
    } catch {
      // Browsers allow it only on https and localhost, so select the text instead.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      toast('Press Ctrl+C or ⌘C to copy.');
    }
  };
  return (
    <span className="copyable">
      <span className="mono break" ref={shown}>
        {text}
      </span>
      <button type="button" className="icon-button" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        <Icon name="copy" />
      </button>
    </span>
  );
}
