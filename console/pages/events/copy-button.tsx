import { useToast } from '../../components/toast';

/** Copies a text to the clipboard. @param props.what the text's name, in the toast and for screen readers */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${what} copied.`);
    } catch {
      // The clipboard is not available over plain http.
      toast(`Select the ${what} and copy it. The clipboard needs https.`);
    }
  };
  return (
    <button type="button" className="button text" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      Copy
    </button>
  );
}
