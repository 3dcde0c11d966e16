import { useId, useRef, useState } from 'react';
import { Icon } from './icon';

interface Props {
  /** What the code is: a file name or a noun. */
  label: string;
  children: string;
}

const confirmationMs = 3_000;

/** Code or a key with a button that copies it. */
export function CodeBlock({ label, children: code }: Props) {
  const id = useId();
  const shown = useRef<HTMLPreElement>(null);
  const [state, setState] = useState<'' | 'Copied' | 'Press Ctrl+C or ⌘C to copy'>('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setState('Copied');
      setTimeout(() => setState(''), confirmationMs);
    } catch {
      // Browsers allow it only on https and localhost, so select the code instead.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      setState('Press Ctrl+C or ⌘C to copy');
    }
  };
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span id={id}>{label}</span>
        <span className="quiet small" role="status">
          {state}
        </span>
        <button type="button" className="button" aria-describedby={id} onClick={() => void copy()}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
      <pre ref={shown} className="code">
        <code>{code}</code>
      </pre>
    </div>
  );
}
