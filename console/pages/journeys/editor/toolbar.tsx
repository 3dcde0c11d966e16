import { useState, type ReactNode } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { useFilters } from '../../../components/filters';
import { dragType } from '../canvas/drag-type';
import { StepIcon } from '../canvas/step-icon';
import { stepKinds } from '../steps/registry';
import type { SaveState } from './use-autosave';
import type { Editing } from './use-editing';

interface Props {
  editing: Editing | null;
  onAdd: () => void;
  save: SaveState | null;
  problems: number;
  onProblem: () => void;
  search: ReactNode;
  /** 0 if the journey was never published. */
  latestVersion: number;
}

/** The actions for the steps, and the save state of the draft. */
export function Toolbar({ editing, onAdd, save, problems, onProblem, search, latestVersion }: Props) {
  const { values, set } = useFilters();
  return (
    <div className="canvas-toolbar" role="group" aria-label="Steps">
      {editing !== null && (
        <>
          <button type="button" className="button primary" onClick={onAdd}>
            Add step
          </button>
          <Kinds />
          <button type="button" className="button" onClick={editing.undo} disabled={!editing.canUndo}>
            Undo
          </button>
          <button type="button" className="button" onClick={editing.redo} disabled={!editing.canRedo}>
            Redo
          </button>
          {editing.only !== null && (
            <>
              <button type="button" className="button" onClick={editing.acts.duplicate}>
                Duplicate
              </button>
              <button type="button" className="button" onClick={editing.acts.remove}>
                Delete
              </button>
            </>
          )}
        </>
      )}
      <button
        type="button"
        className="button"
        aria-pressed={values['as'] === 'outline'}
        onClick={() => set('as', values['as'] === 'outline' ? '' : 'outline')}
      >
        {values['as'] === 'outline' ? 'Canvas' : 'Outline'}
      </button>
      {search}
      {latestVersion > 1 && <FigurePicker latestVersion={latestVersion} />}
      <span className="toolbar-end">
        {problems > 0 && (
          <button type="button" className="button text bad" onClick={onProblem}>
            {problems} {problems === 1 ? 'problem' : 'problems'}
          </button>
        )}
        {save !== null && <SaveNote state={save} />}
      </span>
    </div>
  );
}

/** Chooses whether the steps show the figures of all versions or of one. */
function FigurePicker({ latestVersion }: { latestVersion: number }) {
  const { values, set } = useFilters();
  const versions = Array.from({ length: latestVersion }, (_, place) => String(latestVersion - place));
  const shown = values['figures'] ?? values['version'] ?? '';
  return (
    <select
      aria-label="Figures"
      value={versions.includes(shown) ? shown : ''}
      onChange={(event) => set('figures', event.target.value === '' ? 'all' : event.target.value)}
    >
      <option value="">All versions</option>
      {versions.map((version) => (
        <option key={version} value={version}>
          Version {version}
        </option>
      ))}
    </select>
  );
}

/** Kinds of steps to drag onto the canvas. The dialog of “Add step” is the keyboard equivalent. */
function Kinds() {
  return (
    <span className="kind-chips wide-only" aria-hidden="true">
      {Object.values(stepKinds).map(({ kind, title }) => (
        <span
          key={kind}
          className="kind-chip"
          draggable
          title="Drag onto the canvas"
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, kind);
            event.dataTransfer.effectAllowed = 'copy';
          }}
        >
          <StepIcon kind={kind} />
          {title}
        </span>
      ))}
    </span>
  );
}

const notes: Record<string, string> = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Unsaved changes',
  conflict: 'Conflict',
};

function SaveNote({ state }: { state: SaveState }) {
  if (state.status === 'refused' || state.status === 'failed') {
    const then = state.status === 'failed' ? ' Retrying…' : '';
    return (
      <span className="save-note problem" role="alert" title={state.message}>
        Not saved: {state.message}
        {then}
      </span>
    );
  }
  return (
    <span className="save-note quiet small" role="status">
      {notes[state.status]}
    </span>
  );
}

interface SearchProps {
  steps: readonly JourneyStep[];
  nameOf: (communicationId: string) => string;
  onFound: (id: string) => void;
}

/** Finds steps by name, id, kind and description. Enter goes to the next match. */
export function StepSearch({ steps, nameOf, onFound }: SearchProps) {
  const [{ text, at }, setState] = useState({ text: '', at: -1 });
  const textOf = (step: JourneyStep): string =>
    `${step.id} ${step.name ?? ''} ${step.kind} ${stepKinds[step.kind].describe(step, nameOf)}`;
  const found = text === '' ? [] : steps.filter((step) => textOf(step).toLowerCase().includes(text.toLowerCase()));
  const go = (index: number): void => {
    const step = found[(index + found.length) % found.length];
    if (step === undefined) return;
    setState({ text, at: (index + found.length) % found.length });
    onFound(step.id);
  };
  return (
    <span className="step-search">
      <input
        type="search"
        aria-label="Find step"
        placeholder="Find step"
        value={text}
        onChange={(event) => setState({ text: event.target.value, at: -1 })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(event.shiftKey ? at - 1 : at + 1);
        }}
      />
      {text !== '' && (
        <span className="small quiet" role="status">
          {found.length === 0 ? 'No matches' : `${Math.max(at + 1, 1)} of ${found.length}`}
        </span>
      )}
    </span>
  );
}
