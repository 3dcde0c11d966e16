import { useId, useState, type DragEvent } from 'react';
import { maxFileBytes, readExport, tooLarge } from './read-export';

/** A dropped, chosen or pasted export. */
export interface ReadExport {
  name: string;
  read: ReturnType<typeof readExport>;
}

const readFile = async (file: File): Promise<ReadExport> => ({
  name: file.name,
  read: file.size > maxFileBytes ? { problem: tooLarge(file.size) } : readExport(await file.text()),
});

/** Takes an export: dropped, chosen or pasted. */
export function ExportFile({ onRead }: { onRead: (given: ReadExport) => void }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const take = (file: File | undefined): void => {
    if (file !== undefined) void readFile(file).then(onRead);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={`card stack drop-area${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className="field">
        <label htmlFor={`${id}-file`}>Drop or choose an export</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <details>
        <summary>Paste instead</summary>
        <div className="field">
          <label htmlFor={`${id}-text`}>Export</label>
          <textarea
            id={`${id}-text`}
            className="mono"
            rows={6}
            spellCheck={false}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
        </div>
        <button
          type="button"
          className="button"
          disabled={pasted.trim() === ''}
          onClick={() => onRead({ name: 'Pasted export', read: readExport(pasted) })}
        >
          Read export
        </button>
      </details>
    </div>
  );
}
