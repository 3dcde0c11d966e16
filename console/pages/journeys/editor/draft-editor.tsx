import { useEffect, useMemo, useRef, useState } from 'react';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import type { Marks } from '../canvas/marks';
import { definitionOf } from '../model/definition';
import { describeChange } from '../model/describe-change';
import { startId } from '../model/edges';
import type { Place } from '../model/places';
import { draftProblems, problemsByStep } from '../model/problems';
import { startOf } from '../start-of';
import { useJourneyParts } from '../use-journey-parts';
import { SettingsPanel } from '../panel/settings-panel';
import { StepPanel } from '../panel/step-panel';
import { AddDialog } from './add-dialog';
import { ConflictDialog } from './conflict-dialog';
import { Stage } from './stage';
import { StepSearch, Toolbar } from './toolbar';
import { LeaveGuard } from './leave-guard';
import { useAutosave, type Autosave, type SaveState } from './use-autosave';
import { canvasKeys } from './use-canvas-keys';
import { useEditing, type Editing } from './use-editing';
import { useStage } from './use-stage';

interface Props {
  journey: Schemas['Journey'];
  marks: Marks;
  /** Receives the function that saves the draft. */
  onFlush: (flush: () => Promise<boolean>) => void;
}

/** The editor for the draft of a journey. */
export function DraftEditor({ journey, marks, onFlush }: Props) {
  const editing = useEditing(definitionOf(journey));
  const { definition, steps, selected, setSelected, acts } = editing;
  const { parts, known, nameOf } = useJourneyParts();
  const autosave = useAutosave(journey, definition);
  useNewerJourney(journey, autosave, editing.reset);
  useEffect(() => onFlush(autosave.flush), [autosave.flush, onFlush]);
  const problems = useMemo(
    () => problemsByStep(definition, [...draftProblems(definition, known), ...refusals(autosave.state)]),
    [definition, known, autosave.state],
  );
  const [adding, setAdding] = useState<{ place: Place } | null>(null);
  const stage = useStage(editing);
  const start = useMemo(() => startOf(definition, parts), [definition, parts]);
  const shown = useMemo(() => ({ ...marks, problems }), [marks, problems]);
  const edit = useCanvasEdit(editing, setAdding);
  const openAdd = (): void => setAdding({ place: placeOf(editing) });
  return (
    <div
      className="journey-editor"
      ref={stage.root}
      onKeyDown={canvasKeys({ ...stage, steps, selected, edit: { editing, add: openAdd } })}
    >
      <Toolbar
        editing={editing}
        onAdd={openAdd}
        save={autosave.state}
        latestVersion={journey.latestVersion ?? 0}
        problems={[...problems.values()].flat().length}
        onProblem={() => stage.moveTo([...problems.keys()][0] ?? startId)}
        search={<StepSearch {...{ steps, nameOf }} onFound={stage.show} />}
      />
      <div className="journey-stage">
        <Stage {...{ steps, start, selected, nameOf, edit }} marks={shown} onSelect={setSelected} focus={stage.focus} />
      </div>
      <aside className="journey-panel" aria-label="Details">
        <Panel {...{ editing, parts, problems }} />
      </aside>
      {adding !== null && (
        <AddDialog
          {...{ steps }}
          place={adding.place}
          onClose={() => setAdding(null)}
          onChoose={(kind, place) => {
            const id = acts.add(kind, place);
            setAdding(null);
            stage.moveTo(id);
          }}
        />
      )}
      <Conflict {...{ autosave, editing }} />
      <LeaveGuard autosave={autosave} />
      <Announcement steps={steps} />
    </div>
  );
}

/** The problems that the API found in the draft. */
const refusals = (state: SaveState) => (state.status === 'refused' ? state.details : []);

function Conflict({ autosave, editing }: { autosave: Autosave; editing: Editing }) {
  const { state, continueFrom } = autosave;
  if (state.status !== 'conflict') return null;
  return (
    <ConflictDialog
      {...state}
      mine={editing.definition}
      onResolve={(chosen) => {
        continueFrom(state.theirs);
        editing.update(() => chosen);
      }}
    />
  );
}

const useCanvasEdit = ({ acts }: Editing, openDialog: (adding: { place: Place }) => void) =>
  useMemo(
    () => ({
      onInsert: (place: Place) => openDialog({ place }),
      onDrop: (kind: Parameters<typeof acts.add>[0], place: Place) => void acts.add(kind, place),
      onConnect: acts.connect,
      onDisconnect: acts.disconnect,
    }),
    [acts, openDialog],
  );

/** After the selected step, or at the start. */
const placeOf = ({ only }: Editing): Place => (only === null ? { from: startId, field: 'entry' } : { after: only });

/** Announces each change of the steps and their connections to screen readers. */
function Announcement({ steps }: Pick<Editing, 'steps'>) {
  const before = useRef(steps);
  const [text, setText] = useState('');
  useEffect(() => {
    const change = describeChange(before.current, steps);
    before.current = steps;
    if (change !== '') setText(change);
  }, [steps]);
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  );
}

/** Shows changes that another person or tab saved, if there are no unsaved changes here. */
function useNewerJourney(
  journey: Schemas['Journey'],
  { isClean, isKnown, continueFrom, state }: Autosave,
  reset: (definition: JourneyDefinition) => void,
): void {
  const seen = useRef(journey);
  useEffect(() => {
    if (seen.current === journey) return;
    const before = definitionOf(seen.current);
    seen.current = journey;
    const next = definitionOf(journey);
    // Keep the undo history for changes that were saved here.
    if (isKnown(journey) || !isClean() || state.status === 'saving' || JSON.stringify(before) === JSON.stringify(next))
      return;
    continueFrom(journey);
    reset(next);
  }, [journey, isClean, isKnown, continueFrom, reset, state.status]);
}

interface PanelProps {
  editing: Editing;
  parts: ReturnType<typeof useJourneyParts>['parts'];
  problems: ReturnType<typeof problemsByStep>;
}

function Panel({ editing, parts, problems }: PanelProps) {
  const { steps, selected, definition, update, acts } = editing;
  const chosen = steps.filter(({ id }) => selected.has(id));
  const [step] = chosen;
  if (chosen.length > 1) {
    return (
      <>
        <h2>{chosen.length} steps</h2>
        <p className="quiet">Copy, paste or delete them together.</p>
        <button type="button" className="button" onClick={acts.copy}>
          Copy
        </button>
      </>
    );
  }
  if (step !== undefined) {
    return (
      <StepPanel
        key={step.id}
        {...{ step, steps, parts }}
        goal={definition.goalEventName}
        problems={problems.get(step.id) ?? []}
        onChange={acts.replace}
        onRename={(id) => acts.rename(step.id, id)}
      />
    );
  }
  return (
    <SettingsPanel
      {...{ definition, parts }}
      problems={problems.get(null) ?? []}
      onChange={(changes, about) => update((before) => ({ ...before, ...changes }), about)}
    />
  );
}
